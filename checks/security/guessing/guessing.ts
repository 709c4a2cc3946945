import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { seeded } from '../../../test/support/chance.js';
import { codeOf, logInWith } from '../../../test/support/guesses.js';
import { tickingClock } from '../../../test/support/tickingClock.js';
import { type Options, type Part, scaled } from '../part.js';
import { type Campaign, campaign } from './campaign.js';
import { chanceOfMore, takenWithin } from './odds.js';
import { atTheExecutions, atTheProxy, type Route } from './routes.js';

/** An attacker with any number of addresses guesses codes. The share of accounts taken must be what the formula says. */
export const guessing: Part = {
  name: 'F-10 code guessing',
  onlyInTheCheck: true,
  async run(options) {
    const lines = [
      await attack(options, { name: 'at the auth proxy', accounts: 200, digits: 6, rests: 0, open: atTheProxyOf }),
      await attack(options, { name: 'at the executions', accounts: 9_800, digits: 6, rests: 0, open: atTheExecutions }),
      await attack(options, { name: 'for 30 days more', accounts: 100, digits: 6, rests: 1, open: atTheExecutions }),
      await attack(options, {
        name: 'while the holder logs in hourly',
        accounts: 100,
        digits: 6,
        rests: 0,
        open: atTheExecutions,
        holderOf: hourlyHolder,
      }),
      // Three digits, which no configuration allows: some guesses succeed, which tests the formula.
      await attack(options, { name: 'codes of 3 digits', accounts: 2_000, digits: 3, rests: 0, open: atTheExecutions }),
    ];
    return [...lines, bound()];
  },
};

type Wave = {
  readonly name: string;
  readonly accounts: number;
  readonly digits: number;
  readonly rests: number;
  readonly open: (service: TestService, digits: number) => Promise<Route>;
  readonly holderOf?: (service: TestService) => (contact: string) => Promise<void>;
};

const atTheProxyOf = async (service: TestService): Promise<Route> => atTheProxy(service);

/** Logs in on one device, by its device token after the first time. */
function hourlyHolder(service: TestService): (contact: string) => Promise<void> {
  const tokens = new Map<string, string>();
  return async (contact) => {
    const deviceToken = tokens.get(contact);
    const code = await codeOf(service, { contact, address: holdersAddress, ...(deviceToken && { deviceToken }) });
    if (code.otpAlphanumeric) throw new Error(`${contact}: the holder got a long code`);
    tokens.set(contact, await logInWith(service, code, holdersAddress));
  };
}

const holdersAddress = '192.0.2.1';

async function attack(options: Options, { name, accounts, digits, rests, open, holderOf }: Wave): Promise<string> {
  const count = scaled(accounts, options);
  const startMs = performance.now();
  const service = await createTestService({ clock: tickingClock(), config: { signupsPerAddress: often } });
  const campaigns: Campaign[] = [];
  try {
    const route = await open(service, digits);
    const attacker = {
      service,
      route,
      chance: seeded(options.seed),
      digits,
      rests,
      ...(holderOf && { holder: holderOf(service) }),
    };
    for (let at = 0; at < count; at += 1) campaigns.push(await campaign(attacker, `person${at}@example.com`));
  } finally {
    await service.close();
  }
  const faults = campaigns.flatMap((each) => each.faults);
  if (faults.length > 0)
    throw new Error(`${name}: ${faults.length} limits did not hold: ${faults.slice(0, 5).join('; ')}`);
  const taken = campaigns.filter(({ isTaken }) => isTaken).length;
  const expected = count * takenWithin(100 * (1 + rests), 10 ** digits);
  const odds = chanceOfMore(taken, expected);
  // A result that is so far from the expected number once in a million runs is a fault.
  if (odds.asMany < 1e-6 || odds.asFew < 1e-6)
    throw new Error(`${name}: ${taken} accounts taken, expected ${expected}`);
  const sum = (of: (each: Campaign) => number) => campaigns.reduce((total, each) => total + of(each), 0);
  const most = Math.max(...campaigns.map(({ compared }) => compared));
  const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
  return [
    `${name}: ${count} accounts, ${sum(({ sent }) => sent)} guesses sent, ${sum(({ compared }) => compared)} compared,`,
    `at most ${most} an account, overshoot 0, ${taken} accounts taken (expected ${expected.toFixed(2)}), ${seconds} s`,
  ].join(' ');
}

/** Guesses at long codes that the limits allow strangers for a contact in 30 days: three for each of ten codes an hour. */
const atLongCodes = 3 * 10 * 24 * 30;

function bound(): string {
  const [short, long] = [takenWithin(100, 10 ** 6), takenWithin(atLongCodes, 32 ** 9)];
  if (!(short + long <= 1e-4 && long <= 1e-9)) throw new Error(`${short} + ${long} for each account is above 1e-4.`);
  return `by the formula, for each account in 30 days: ${short.toExponential(4)} at codes of 6 digits, ${long.toExponential(1)} at those of 9 characters (at most 1e-4)`;
}

const often = { most: 10_000, windowSeconds: 1 };
