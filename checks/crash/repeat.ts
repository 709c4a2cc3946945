import { hasFailed, isForLater, post } from '../../test/support/live/client.js';
import type { Answer, Entry, Sent } from '../../test/support/live/ledger.js';
import { pause } from '../../test/support/live/serve.js';
import { inParallel } from '../../test/support/statistics.js';
import { isOpen } from './audit/acknowledged.js';

/** Sends acknowledged requests again with the same bytes. @returns a sentence for each different answer. */
export async function repeatFaults(url: string, entries: readonly Entry[]): Promise<string[]> {
  const faults = await inParallel(entries, 16, async (entry) => {
    const answer = await answered(url, entry);
    const differs = `${entry.kind} was answered ${show(entry.answer)}, and again ${show(answer)}`;
    return isSame(entry.answer, answer) ? [] : [differs];
  });
  return faults.flat();
}

const mostTries = 5;

/** Sends until there is an answer, as a client does, up to a limit. */
async function answered(url: string, sent: Sent): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await post(url, sent).catch((error: unknown) => ({ status: 0, text: String(error) }));
    if (tries === mostTries || !(answer.status === 0 || isForLater(answer))) return answer;
    await pause(200);
  }
}

/** Requests that may be repeated. A request for a code would send another code, and a wrong code would be another try. */
export const repeatables = (entries: readonly Entry[]): Entry[] =>
  entries.filter(({ kind, answer }) => kind !== 'otp_init' && (kind !== 'otp_verify' || answer.status === 200));

/** Requests that may be repeated much later: a right code gives the same answer only until it expires. */
export const lasting = (entries: readonly Entry[]): Entry[] =>
  repeatables(entries).filter(({ kind }) => kind !== 'otp_verify');

function isSame(first: Answer, second: Answer): boolean {
  if (first.text === second.text && first.status === second.status) return true;
  if (first.status !== 200) return false;
  const was = activityIn(first);
  if (was?.status === 'ACTIVITY_STATUS_PENDING' && hasFailed(second)) return true;
  if (second.status !== 200) return false;
  const is = activityIn(second);
  if (was === undefined || is === undefined || !isOpen(was.status)) return false;
  return ['id', 'organizationId', 'type', 'timestampMs', 'fingerprint'].every((name) => was[name] === is[name]);
}

const activityIn = ({ text }: Answer) =>
  (JSON.parse(text) as { activity?: Record<string, string> & { status: string } }).activity;

const show = ({ status, text }: Answer): string => `${status} ${text.slice(0, 300)}`;
