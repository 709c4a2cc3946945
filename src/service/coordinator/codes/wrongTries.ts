import type { Kysely } from 'kysely';
import { limits } from '../../limits/limits.js';
import type { Row, Tables } from '../../store/schema.js';

/** The class of a guess, and its contact. */
export type Guess = {
  readonly organizationId: string;
  /** What limits count the contact by. */
  readonly limitKey: string;
  /** The device that requested the code; `null` for a stranger. */
  readonly device: string | null;
  readonly nowMs: number;
};

const rememberedMs = 30 * 24 * 60 * 60_000;

/** Who counts together, and how many wrong tries in 30 days they may make at short codes. */
const budgets = {
  strangers: limits.wrongTriesOfStrangers.most,
  devices: limits.wrongTriesOfDevices.most,
  device: limits.wrongTriesOfDevice.most,
};

type Account = { readonly counted: string; readonly most: number };

/** Strangers count all together; a device by itself, and with all other devices of the contact. */
const accountsOf = (device: string | null): readonly Account[] =>
  device === null
    ? [{ counted: 'strangers', most: budgets.strangers }]
    : [
        { counted: 'devices', most: budgets.devices },
        { counted: `device ${device}`, most: budgets.device },
      ];

/**
 * Whether the guessers' class has made so many wrong attempts in the last 30 days that only long codes are safe. Only time resets this:
 * neither a login nor a root user does.
 *
 * @see NIST SP 800-63B-4, 3.2.2
 */
export async function isBudgetSpent(db: Kysely<Tables>, guess: Guess): Promise<boolean> {
  const kept = await read(db, guess);
  return accountsOf(guess.device).some(({ counted, most }) => {
    const oldest = timesOf(kept, counted)[most - 1];
    return oldest !== undefined && oldest > guess.nowMs - rememberedMs;
  });
}

/** Counts a wrong attempt. The last attempts are kept in one row, as many as the budget. */
export async function countWrongTry(db: Kysely<Tables>, guess: Guess): Promise<void> {
  const kept = await read(db, guess);
  for (const { counted, most } of accountsOf(guess.device)) {
    const times = JSON.stringify([guess.nowMs, ...timesOf(kept, counted)].slice(0, most));
    const expires_at_ms = guess.nowMs + rememberedMs;
    await db
      .insertInto('wrong_tries')
      .values({ organization_id: guess.organizationId, limit_key: guess.limitKey, counted, times, expires_at_ms })
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'limit_key', 'counted']).doUpdateSet({ times, expires_at_ms }),
      )
      .execute();
  }
}

type Kept = readonly Pick<Row<'wrong_tries'>, 'counted' | 'times'>[];

function read(db: Kysely<Tables>, { organizationId, limitKey, device }: Guess): Promise<Kept> {
  const counted = accountsOf(device).map((account) => account.counted);
  return db
    .selectFrom('wrong_tries')
    .select(['counted', 'times'])
    .where('organization_id', '=', organizationId)
    .where('limit_key', '=', limitKey)
    .where('counted', 'in', counted)
    .execute();
}

/** Newest first. */
const timesOf = (kept: Kept, counted: string): number[] =>
  JSON.parse(kept.find((row) => row.counted === counted)?.times ?? '[]') as number[];
