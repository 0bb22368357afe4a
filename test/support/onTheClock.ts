/**
 * Imported by tests that assert how long something takes, by the clock: a machine that is busy at that moment can disturb
 * one of them. It is tried up to three times, and each failure is printed. A defect fails each time.
 */
jest.retryTimes(2, { logErrorsBeforeRetry: true });
