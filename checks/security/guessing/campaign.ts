import type { Row } from '../../../src/service/store/schema.js';
import type { TestService } from '../../../src/testing/createTestService.js';
import type { Chance } from '../../../test/support/chance.js';
import type { Route } from './routes.js';

/** What an attacker can do. */
export type Attacker = {
  readonly service: TestService;
  readonly route: Route;
  readonly chance: Chance;
  /** How many digits a short code has. */
  readonly digits: number;
  /** How often the attacker waits 30 days until codes are short again, before giving up on an account. */
  readonly rests: number;
  /** The holder's login, at the beginning and then each hour. */
  readonly holder?: (contact: string) => Promise<void>;
};

/** The result for one account. */
export type Campaign = {
  readonly isTaken: boolean;
  /** Guesses sent. */
  readonly sent: number;
  /** Guesses that the service compared with a short code. */
  readonly compared: number;
  readonly faults: readonly string[];
};

/** Guesses sent at once for each code: two more than the service compares. */
const atOnce = 5;
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const windowMs = 30 * dayMs;
/** Wrong guesses of strangers in 30 days after which the codes of an account are long. */
const budget = 100;

/**
 * Attacks one account as fast as the service allows: requests a code as soon as it can, and sends five guesses at once, each request from
 * another address. Long codes are not guessed, because such a guess succeeds once in 10¹³ times.
 */
export async function campaign(attacker: Attacker, contact: string): Promise<Campaign> {
  const { service, route, chance, digits, rests, holder } = attacker;
  let sent = 0;
  let rested = 0;
  let isTaken = false;
  let isHeldAtMs = service.clock();
  while (!isTaken) {
    for (; holder && isHeldAtMs <= service.clock(); isHeldAtMs += hourMs) await holder(contact);
    const code = await route.requestCode(contact, anyAddress(chance));
    if ('waitMs' in code) {
      service.clock.advanceMs(code.waitMs);
    } else if (code.isLong) {
      if (rested === rests) break;
      rested += 1;
      service.clock.advanceMs(windowMs);
    } else {
      const codes = distinctCodes(chance, digits);
      const addresses = codes.map(() => anyAddress(chance));
      sent += codes.length;
      isTaken = (await route.guess(code.otpId, codes, addresses)) > 0;
    }
  }
  const { compared, faults } = await examine(service, contact, { isTaken, rests });
  await service.service.deliver();
  return { isTaken, sent, compared, faults };
}

type Code = Pick<Row<'otp_codes'>, 'tries' | 'created_at_ms'>;

/** Checks the limits by the records in the database. */
async function examine(
  { service }: TestService,
  contact: string,
  { isTaken, rests }: { isTaken: boolean; rests: number },
): Promise<Pick<Campaign, 'compared' | 'faults'>> {
  const codes: Code[] = await service.tools.store.db
    .selectFrom('otp_codes')
    .select(['tries', 'created_at_ms'])
    .where('contact', '=', contact)
    .where('device', 'is', null)
    .where('alphanumeric', '=', 0)
    .orderBy('created_at_ms')
    .execute();
  const wrong = triesOf(codes);
  const most = Math.max(...codes.map((first) => triesOf(codes.filter(isWithin(first.created_at_ms)))));
  const tenApart = codes.slice(10).map((code, index) => code.created_at_ms - (codes[index]?.created_at_ms ?? 0));
  const expected = budget * (1 + rests);
  const faults = [
    ...codes.filter(({ tries }) => tries > 3).map(({ tries }) => `${tries} guesses compared with one code`),
    ...tenApart.filter((ms) => ms < hourMs).map((ms) => `eleven codes within ${Math.round(ms / 1000)} s`),
    ...(most > budget ? [`${most} wrong guesses compared within 30 days`] : []),
    ...(!isTaken && wrong < expected ? [`the attack ended after ${wrong} wrong guesses`] : []),
  ];
  return { compared: wrong + (isTaken ? 1 : 0), faults: faults.map((fault) => `${contact}: ${fault}`) };
}

const isWithin = (fromMs: number) => (code: Code) =>
  code.created_at_ms >= fromMs && code.created_at_ms < fromMs + windowMs;

const triesOf = (codes: readonly Code[]): number => codes.reduce((sum, { tries }) => sum + tries, 0);

function distinctCodes(chance: Chance, digits: number): string[] {
  const codes = new Set<string>();
  while (codes.size < atOnce) codes.add(String(Math.floor(chance() * 10 ** digits)).padStart(digits, '0'));
  return [...codes];
}

const anyAddress = (chance: Chance): string =>
  ['10', ...Array.from({ length: 3 }, () => Math.floor(chance() * 256))].join('.');
