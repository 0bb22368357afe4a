import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { campaignSummary } from '../../../nodes/Messenger/resources/campaign/campaignSummary';
import type { Failure } from '../../../nodes/Messenger/run/outcome';
import { releaseNetwork, type ServiceAnswer } from '../../support/interceptedService';
import {
	atTimes,
	continues,
	inLanguages,
	manual,
	numbered,
	readLanguage,
	readTime,
	runCampaign,
	sent,
	testNumber,
	type CampaignChanges,
} from './campaign';

afterEach(releaseNetwork);

type Row = [run: string, hint: string, IDataObject[], INodeParameters?, CampaignChanges?];

const says =
	(operation: string) =>
	async (...[, hint, items, parameters, changes]: Row) => {
		const { hints } = await runCampaign(operation, parameters, { items, ...changes });
		expect(hints).toEqual([hint]);
	};

const [one = [], two = [], three = []] = [1, 2, 3].map(numbered);
const again = [...one, ...one];
const hourly = (hours: number) =>
	atTimes(...[10, 11, 12, 13].slice(0, hours).map((hour) => `2030-07-31T${hour}:30:00`));

const inTurn = { requestOptions: { maxConcurrency: 1 } };
const each = { ...inTurn, options: { recipientsPerRequest: 1 } };
const noTime = { additionalFields: { scheduledAt: '' } };
const preview = { sendMode: 'preview' };
const test = { sendMode: 'testManual', testNumber };
const readMode = { sendMode: '={{ $json.mode }}', testNumber };
const inModes = (...modes: string[]) =>
	numbered(modes.length).map((item, index) => ({ ...item, mode: modes[index] }));

const good: ServiceAnswer = { body: sent };
const refusal: ServiceAnswer = { status: 400, body: { message: 'Bad request' } };
const broken: ServiceAnswer = { status: 500 };
const locked: ServiceAnswer = { status: 401 };
const answered = (...answers: ServiceAnswer[]): CampaignChanges => ({ ...continues, answers });
const retried = { node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } };

const toOne = 'Sent to 1 recipient in 1 campaign.';
const toTwo = 'Sent to 2 recipients in 1 campaign.';
const onlyTest = "Sent 1 campaign to 'Test Number' only.";
const ran = 'The nodes after this one ran all the same.';
const shown = `Nothing was sent. ${ran}`;
const wouldOne = 'A real run would send to 1 recipient in 1 campaign, at once.';
const wouldTwo = 'A real run would send to 2 recipients in 1 campaign, at once.';
const refused = '1 item refused: see the error.';
const kept = '1 item not sent: see the error.';
const doubt = '1 item may have been sent: check in the service before you resend.';
const realRuns =
	"Real runs are those that don't start in the editor. To send from here, set 'Send Mode' to 'Send'.";
const noRun = "'Send Mode' is 'Preview Only': no run sends.";
const noon = '2030-07-31 12:00 (Europe/Berlin)';
const wouldAtNoon = `A real run would schedule for ${noon}: 1 recipient in 1 campaign.`;
const atNoon = { additionalFields: { scheduledAt: '2030-07-31T12:00:00' } };

describe('Send to All Items says after a run', () => {
	const threeTimes = '2030-07-31 10:30, 2030-07-31 11:30, 2030-07-31 12:30';

	it.each<Row>([
		['to one', toOne, one],
		['to two', toTwo, two],
		['in several requests', toTwo, two, each],
		[
			'of two campaigns',
			'Sent to 2 recipients in 2 campaigns.',
			inLanguages('en', 'de'),
			readLanguage,
		],
		['with a time', `Scheduled for ${noon}: 1 recipient in 1 campaign.`, one, atNoon],
		[
			'with a time in two campaigns',
			`Scheduled for ${noon}: 2 recipients in 2 campaigns.`,
			inLanguages('en', 'de'),
			{ ...readLanguage, ...atNoon },
		],
		[
			'in another timezone',
			'Scheduled for 2030-07-31 12:00 (Asia/Tokyo): 1 recipient in 1 campaign.',
			one,
			{ additionalFields: { scheduledAt: '2030-07-31T03:00Z' } },
			{ settings: { timezone: 'Asia/Tokyo' } },
		],
		[
			'with three times',
			`Scheduled for ${threeTimes} (Europe/Berlin): 3 recipients in 3 campaigns.`,
			hourly(3),
			readTime,
		],
		[
			'with four times',
			`Scheduled for ${threeTimes}, … (Europe/Berlin): 4 recipients in 4 campaigns.`,
			hourly(4),
			readTime,
		],
		[
			'with no time',
			"Sent to 1 recipient in 1 campaign, at once: 'Scheduled At' is empty.",
			one,
			noTime,
		],
		[
			'with a time for some',
			`Sent to 2 recipients in 1 campaign, at once: 'Scheduled At' is empty. Scheduled for ${noon}: 1 recipient in 1 campaign.`,
			atTimes('', '2030-07-31T12:00:00', ''),
			readTime,
		],
		['with a duplicate', `${toTwo} 1 duplicate skipped.`, [...two, ...one]],
		['with duplicates', `${toOne} 2 duplicates skipped.`, [...again, ...one]],
		[
			'with duplicates sent',
			`${toTwo} 1 number gets it 2 times.`,
			again,
			{ options: { duplicates: 'send' } },
		],
		['with bad input', `${toOne} 2 items refused: see the error.`, [{}, ...one, {}], {}, continues],
		['with nothing else', `Nothing was sent. ${refused}`, [{}], {}, continues],
		['with a refusal', `${toOne} ${refused}`, two, each, answered(good, refusal)],
		[
			'with a refused duplicate',
			`Nothing was sent. ${refused} ${kept}`,
			again,
			{},
			answered(refusal),
		],
		[
			'with a refused key',
			`Nothing was sent. ${refused} 2 items not sent: see the error.`,
			three,
			each,
			answered(locked),
		],
		['with a doubt', `${toOne} ${doubt}`, two, each, answered(good, broken)],
		['with doubts alone', doubt.replace('1 item', '2 items'), two, {}, answered(broken)],
		[
			'with all of these',
			`${toOne} 1 duplicate skipped. ${refused} ${kept} ${doubt}`,
			[...inLanguages('en', 'de', 'fr', 'it'), ...inLanguages('en')],
			{ ...readLanguage, ...inTurn },
			answered(good, broken, locked),
		],
		[
			'after another try',
			`${toOne} 1 item sent by an earlier try.`,
			two,
			each,
			{ ...retried, answers: [good, refusal, good] },
		],
		['that previews', `${shown} ${wouldTwo} ${noRun}`, two, preview],
		[
			'that previews in the editor',
			`${shown} ${wouldTwo} ${realRuns}`,
			two,
			{ sendMode: 'previewManual' },
			manual,
		],
		[
			'that previews both',
			`${shown} ${wouldTwo.replace('1 campaign', '2 campaigns')} ${realRuns}`,
			inModes('preview', 'previewManual'),
			readMode,
			manual,
		],
		[
			'that previews duplicates and bad input',
			`${shown} ${wouldOne} 1 duplicate skipped. ${refused} ${noRun}`,
			[...again, {}],
			preview,
			continues,
		],
		['that previews a time', `${shown} ${wouldAtNoon} ${noRun}`, one, { ...preview, ...atNoon }],
		[
			'that previews no time',
			`${shown} ${wouldOne.replace('once', "once: 'Scheduled At' is empty")} ${noRun}`,
			one,
			{ ...preview, ...noTime },
		],
		['that previews some', `${toOne} ${wouldOne} ${noRun}`, inModes('preview', 'send'), readMode],
		[
			'that tests',
			`${onlyTest} ${ran} ${wouldTwo} 1 duplicate skipped. ${realRuns}`,
			[...two, ...one],
			{ ...test, ...each },
			manual,
		],
		[
			'that tests twice',
			`Sent 2 campaigns to 'Test Number' only. ${ran} ${wouldTwo.replace('1 campaign', '2 campaigns')} ${realRuns}`,
			inLanguages('en', 'de'),
			{ ...test, ...readLanguage },
			manual,
		],
		[
			'that tests a time',
			`Scheduled 1 campaign to 'Test Number' only. ${ran} ${wouldAtNoon} ${realRuns}`,
			one,
			{ ...test, ...atNoon },
			manual,
		],
		[
			'that tests a time and none',
			`${onlyTest} Scheduled 1 campaign to 'Test Number' only. ${ran} ${wouldOne.slice(0, -1)}: 'Scheduled At' is empty. ${wouldAtNoon} ${realRuns}`,
			atTimes('', '2030-07-31T12:00:00'),
			{ ...test, ...readTime },
			manual,
		],
		[
			'that tests some',
			`${onlyTest} ${ran} ${toOne} ${wouldOne} ${realRuns}`,
			inModes('testManual', 'send'),
			readMode,
			manual,
		],
		[
			'that previews what it sends',
			`${toOne} ${wouldOne} ${noRun}`,
			[...again].map((item, index) => ({ ...item, mode: ['send', 'preview'][index] })),
			readMode,
		],
		[
			'that is refused as a whole',
			'This run sent nothing: see the error.',
			two,
			{ options: { maxRecipients: 1 } },
			continues,
		],
		[
			'whose test is refused',
			`${shown} ${wouldTwo} ${refused} ${realRuns}`,
			two,
			test,
			{ ...manual, ...answered(refusal) },
		],
		[
			'whose tests are not sent',
			`${shown} ${wouldTwo.replace('1 campaign', '2 campaigns')} ${refused} ${kept} ${realRuns}`,
			inLanguages('en', 'de'),
			{ ...test, ...readLanguage },
			{ ...manual, ...answered(locked) },
		],
		[
			'whose test is in doubt',
			`${wouldOne} ${doubt} ${realRuns}`,
			one,
			test,
			{ ...manual, ...answered(broken) },
		],
	])('%s: %s', says('campaign: sendToItems'));
});

describe('Send says after a run', () => {
	const instead = "The operation 'Send to All Items' sends to each number once.";
	const twice = `1 number gets it 2 times. ${instead}`;
	const list = (...numbers: string[]) => ({
		recipientsInput: 'json',
		recipientsJson: JSON.stringify(numbers.map((messenger_number) => ({ messenger_number }))),
	});
	const [a, b] = ['+14155551000', '+14155551001'];

	it.each<Row>([
		['to one', toOne, one],
		['to two', 'Sent to 2 recipients in 2 campaigns.', two],
		['to a list', toTwo, [{}], list(a, b)],
		['to one of two again', `Sent to 3 recipients in 3 campaigns. ${twice}`, [...two, ...one]],
		[
			'to one number often',
			`Sent to 3 recipients in 3 campaigns. ${twice.replace('2', '3')}`,
			[...again, ...one],
		],
		[
			'to one number twice in a list',
			`Sent to 3 recipients in 1 campaign. ${twice}`,
			[{}],
			list(a, b, '+1 (415) 555-1000'),
		],
		[
			'to two numbers twice',
			`Sent to 4 recipients in 2 campaigns. 2 numbers get it more than once. ${instead}`,
			[{}, {}],
			list(a, b),
		],
		[
			'to one number in two languages',
			'Sent to 2 recipients in 2 campaigns.',
			inLanguages('en', 'de'),
			{ ...list(a), ...readLanguage },
		],
		[
			'to one number in two languages twice',
			`Sent to 4 recipients in 4 campaigns. 2 numbers get it more than once. ${instead}`,
			inLanguages('en', 'de', 'en', 'de'),
			{ ...list(a), ...readLanguage },
		],
		[
			'to one number twice in a minute',
			`Scheduled for ${noon}: 2 recipients in 2 campaigns. ${twice}`,
			atTimes('2030-07-31T12:00:00', '2030-07-31T12:00:59'),
			{ ...list(a), ...readTime },
		],
		[
			'to one number twice, refused once',
			`${toOne} ${refused}`,
			again,
			{},
			answered(refusal, good),
		],
		[
			'that previews',
			`${shown} ${wouldTwo.replace('1 campaign', '2 campaigns')} ${twice} ${noRun}`,
			again,
			preview,
		],
		[
			'that tests',
			`${onlyTest} ${ran} ${wouldTwo.replace('1 campaign', '2 campaigns')} ${twice} ${realRuns}`,
			again,
			test,
			manual,
		],
	])('%s: %s', says('campaign: send'));
});

it('of an item in doubt that is refused now, only the doubt counts', async () => {
	const failure: Failure = { state: 'uncertain', message: 'No', description: '' };
	expect(await campaignSummary([], new Map([[0, failure]]), 'UTC', '')).toBe(doubt);
});
