/**
 * Imported by tests that read a clock: a machine that does something else at the moment can disturb
 * one of them. It is tried up to three times, and what failed is printed; a defect fails each time.
 */
jest.retryTimes(2, { logErrorsBeforeRetry: true });
