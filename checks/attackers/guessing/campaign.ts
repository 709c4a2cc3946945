import type { TestService } from '../../../src/testing/createTestService.js';
import type { Chance } from '../../live/chance.js';
import type { Door } from './doors.js';

/** What an attacker has at hand. */
export type Attacker = {
  readonly service: TestService;
  readonly door: Door;
  readonly chance: Chance;
  /** How many digits a code has. */
  readonly digits: number;
  /** Rests of a day that the attacker sits out before giving an account up. */
  readonly rests: number;
};

/** What became of one account. */
export type Campaign = {
  readonly isTaken: boolean;
  /** Guesses sent. */
  readonly sent: number;
  /** Guesses that the service compared with a code. */
  readonly compared: number;
  readonly faults: readonly string[];
};

/** Guesses sent at once at each code: two more than are compared. */
const atOnce = 5;
const dayMs = 24 * 60 * 60_000;

/**
 * Attacks one account as hard as the service lets anybody: asks for the next code as soon as there is one, each time from another
 * address, and sends five guesses at once at it, each from another address.
 */
export async function campaign({ service, door, chance, digits, rests }: Attacker, contact: string): Promise<Campaign> {
  let sent = 0;
  let rested = 0;
  let isTaken = false;
  while (!isTaken) {
    const asked = await door.ask(contact, anyAddress(chance));
    if ('waitMs' in asked) {
      // An hour's codes or a rest of fifteen minutes end sooner than half a day; only the rest of a day does not.
      if (asked.waitMs > dayMs / 2) rested += 1;
      if (rested > rests) break;
      service.clock.advanceMs(asked.waitMs);
      continue;
    }
    const codes = distinctCodes(chance, digits);
    const addresses = codes.map(() => anyAddress(chance));
    sent += codes.length;
    isTaken = (await door.guess(asked.otpId, codes, addresses)) > 0;
  }
  const { compared, faults } = await examine(service, contact, { isTaken, rests });
  await service.service.deliver();
  return { isTaken, sent, compared, faults };
}

/** Looks into the database, and not at what was answered, whether the limits held. */
async function examine(
  { service }: TestService,
  contact: string,
  { isTaken, rests }: { isTaken: boolean; rests: number },
): Promise<Pick<Campaign, 'compared' | 'faults'>> {
  const { db } = service.tools.store;
  const codes = await db
    .selectFrom('otp_codes')
    .select(['tries', 'created_at_ms'])
    .where('contact', '=', contact)
    .orderBy('created_at_ms')
    .execute();
  const failures = await db.selectFrom('contact_failures').selectAll().where('contact', '=', contact).execute();
  const wrong = failures[0]?.wrong_count ?? 0;
  const tenApart = codes.slice(10).map((code, index) => code.created_at_ms - (codes[index]?.created_at_ms ?? 0));
  const faults = [
    ...codes.filter(({ tries }) => tries > 3).map(({ tries }) => `${tries} guesses compared with one code`),
    ...tenApart.filter((ms) => ms < 3_600_000).map((ms) => `eleven codes within ${Math.round(ms / 1000)} s`),
    ...(wrong > 100 + rests ? [`${wrong} wrong guesses compared after ${rests} rests`] : []),
    ...(!isTaken && wrong < 100 ? [`the attack ended after ${wrong} wrong guesses`] : []),
  ];
  return { compared: wrong + (isTaken ? 1 : 0), faults: faults.map((fault) => `${contact}: ${fault}`) };
}

function distinctCodes(chance: Chance, digits: number): string[] {
  const codes = new Set<string>();
  while (codes.size < atOnce) codes.add(String(Math.floor(chance() * 10 ** digits)).padStart(digits, '0'));
  return [...codes];
}

const anyAddress = (chance: Chance): string =>
  ['10', ...Array.from({ length: 3 }, () => Math.floor(chance() * 256))].join('.');
