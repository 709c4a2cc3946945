import type { Store } from '../../store/store.js';

/** Ends the codes that live at `nowMs` and were made until then. @returns how many. */
export async function endCodes(
  { change }: Pick<Store, 'change'>,
  { madeUntilMs, nowMs }: { madeUntilMs: number; nowMs: number },
): Promise<number> {
  const ended = await change((db) =>
    db
      .updateTable('otp_codes')
      .set({ retired: 1 })
      .where('expires_at_ms', '>', nowMs)
      .where('created_at_ms', '<=', madeUntilMs)
      .where('retired', '=', 0)
      .returning('otp_id')
      .execute(),
  );
  return ended.length;
}
