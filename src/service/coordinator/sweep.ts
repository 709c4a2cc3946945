import type { Tools } from '../tools.js';

/** What has expired is kept this long, so that a late question still hears why. */
const keptMs = 24 * 60 * 60_000;
const everyMs = 60_000;

const lastSwept = new WeakMap<Tools, number>();

/** Clears away, at most once a minute, what has expired: sealed answers, codes and tokens. Wrong tries stay until they are forgiven. */
export async function sweep(tools: Tools): Promise<void> {
  const nowMs = tools.clock();
  if (nowMs < (lastSwept.get(tools) ?? 0) + everyMs) return;
  lastSwept.set(tools, nowMs);
  await tools.store.transaction(async (transaction) => {
    await transaction.deleteFrom('sealed_answers').where('expires_at_ms', '<=', nowMs).execute();
    await transaction
      .deleteFrom('otp_codes')
      .where('expires_at_ms', '<=', nowMs - keptMs)
      .execute();
    await transaction
      .deleteFrom('verification_tokens')
      .where('expires_at_ms', '<=', nowMs - keptMs)
      .execute();
  });
}
