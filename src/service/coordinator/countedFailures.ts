import { RefusedError, refusals } from '../../contract/refusals.js';
import type { ActivityRow } from '../../contract/row.js';
import type { RequestNotes } from '../http/note.js';
import type { Happening } from '../limits/statistics.js';
import type { Tools } from '../tools.js';
import type { Arrival } from './engine/incoming.js';

/**
 * Counts refused logins, sign-ups and signatures of users: what strangers send, by keys and organizations that they make up, is nobody's
 * failure. What the auth proxy forwards it counts itself, by its own calls.
 */
export function countingFailures<Answer>(
  { statistics }: Pick<Tools, 'statistics'>,
  row: ActivityRow,
  submit: (arrival: Arrival) => Promise<Answer>,
): (arrival: Arrival) => Promise<Answer> {
  if (!isCounted(row)) return submit;
  return async (arrival) => {
    if (arrival.isForwarded) return submit(arrival);
    let organizationId: string | undefined;
    const note = (notes: RequestNotes) => {
      if (notes.user !== undefined) organizationId = notes.organization;
      arrival.note(notes);
    };
    try {
      return await submit({ ...arrival, note });
    } catch (error) {
      if (organizationId !== undefined) statistics.count({ organizationId, ...countedFailure(row, error) });
      throw error;
    }
  };
}

/** A failed call, in the statistics. */
export const countedFailure = (
  { name }: { readonly name: string },
  error: unknown,
): Omit<Happening, 'organizationId'> => ({
  kind: 'FAILURE',
  method: '',
  step: name,
  code: error instanceof RefusedError && Object.hasOwn(refusals, error.code) ? error.code : 'OTHER',
});

/** What the proxy's user may submit leads to a login. */
const isCounted = ({ right, action, proxyUser }: ActivityRow): boolean =>
  action === 'SIGN' || right === 'own login' || proxyUser !== 'nowhere';
