import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { tickingClock } from '../../../test/service/trips/tickingClock.js';
import { seeded } from '../../live/chance.js';
import { type Options, type Part, scaled } from '../part.js';
import { type Campaign, campaign } from './campaign.js';
import { atTheExecutions, atTheProxy, type Door } from './doors.js';
import { chanceOfMore, takenWithin } from './odds.js';

/** Whether codes can be guessed: what an attacker with any number of addresses gets out of an account before its codes rest. */
export const guessing: Part = {
  name: 'F-10 code guessing',
  onlyInTheCheck: true,
  async run(options) {
    const lines = [
      await attack(options, { name: 'at the auth proxy', accounts: 200, digits: 6, rests: 0, open: atTheProxyOf }),
      await attack(options, { name: 'at the executions', accounts: 9_800, digits: 6, rests: 0, open: atTheExecutions }),
      await attack(options, { name: 'for 30 days more', accounts: 100, digits: 6, rests: 30, open: atTheExecutions }),
      // So short that guesses hit, to see that the formula says how often; a configuration cannot make them so short.
      await attack(options, { name: 'codes of 3 digits', accounts: 2_000, digits: 3, rests: 0, open: atTheExecutions }),
    ];
    return [...lines, bound('6 digits', 10 ** 6, 1e-4), bound('9 characters', 32 ** 9, 1e-9)];
  },
};

type Wave = {
  readonly name: string;
  readonly accounts: number;
  readonly digits: number;
  readonly rests: number;
  readonly open: (service: TestService, digits: number) => Promise<Door>;
};

const atTheProxyOf = async (service: TestService): Promise<Door> => atTheProxy(service);

async function attack(options: Options, { name, accounts, digits, rests, open }: Wave): Promise<string> {
  const count = scaled(accounts, options);
  const startMs = performance.now();
  const service = await createTestService({ clock: tickingClock() });
  const campaigns: Campaign[] = [];
  try {
    const door = await open(service, digits);
    const attacker = { service, door, chance: seeded(options.seed), digits, rests };
    for (let at = 0; at < count; at += 1) campaigns.push(await campaign(attacker, `person${at}@example.com`));
  } finally {
    await service.close();
  }
  const faults = campaigns.flatMap((each) => each.faults);
  if (faults.length > 0)
    throw new Error(`${name}: ${faults.length} limits did not hold: ${faults.slice(0, 5).join('; ')}`);
  const taken = campaigns.filter(({ isTaken }) => isTaken).length;
  const expected = count * takenWithin(100 + rests, 10 ** digits);
  const odds = chanceOfMore(taken, expected);
  // Too many only where chance would do that in one run of a million; too few, in the wave that expects some, alike.
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

function bound(name: string, codes: number, most: number): string {
  const taken = takenWithin(100, codes);
  if (!(taken <= most)) throw new Error(`${name}: ${taken} for each account is above ${most}.`);
  return `${name}, by the formula: ${taken.toExponential(3)} for each account until its codes rest (at most ${most})`;
}
