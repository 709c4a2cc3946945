import { RefusedError } from '../../contract/refusals.js';
import type { ActivityRow } from '../../contract/row.js';
import { toBase64Url } from '../../crypto/base64url.js';
import { readStamp, StampError, stampHeader } from '../../stampers/stamp.js';
import { readWebauthnStamp, webauthnStampHeader } from '../../stampers/webauthnStamp.js';
import type { RequestNotes } from '../http/note.js';
import type { Tools } from '../tools.js';
import { passkeyLookup } from './callers/passkeyStamp.js';
import type { Arrival } from './engine/incoming.js';

/**
 * Takes note of refused logins by a passkey or key, for whoever helps the person. Other activities are no logins, and are submitted as they
 * are.
 */
export function noticingRefusals<Answer>(
  tools: Pick<Tools, 'refusedLogins' | 'clock'>,
  row: ActivityRow,
  submit: (arrival: Arrival) => Promise<Answer>,
): (arrival: Arrival) => Promise<Answer> {
  if (!isLogin(row)) return submit;
  return async (arrival) => {
    let organizationId: string | undefined;
    const note = (notes: RequestNotes) => {
      organizationId ??= notes.organization;
      arrival.note(notes);
    };
    try {
      return await submit({ ...arrival, note });
    } catch (error) {
      const lookupKey = lookupKeyIn(arrival.headers);
      if (error instanceof RefusedError && organizationId !== undefined && lookupKey !== undefined) {
        const by = unverified.includes(error.code) ? 'strangers' : 'own';
        const about = { kind: 'credential', lookupKey } as const;
        const refused = { organizationId, about, by, step: row.name, code: error.code, atMs: tools.clock() } as const;
        tools.refusedLogins.note(refused, arrival.clientAddress);
      }
      throw error;
    }
  };
}

/** By which every user gets a session, wherever the key leads. */
const isLogin = ({ right, from }: ActivityRow): boolean => right === 'own login' && from.includes('sub-organization');

/** Refusals of a stamp that shows nothing, or is not looked at yet: anybody can name a credential. */
const unverified: readonly string[] = [
  'STAMP_INVALID',
  'CREDENTIAL_NOT_FOUND',
  'PUBLIC_KEY_AMBIGUOUS',
  'TOO_MUCH_WORK',
];

function lookupKeyIn(headers: Headers): string | undefined {
  const [stamp, passkeyStamp] = [headers.get(stampHeader), headers.get(webauthnStampHeader)];
  try {
    if (stamp !== null) return readStamp(stamp).publicKey;
    if (passkeyStamp === null) return undefined;
    return passkeyLookup(toBase64Url(readWebauthnStamp(passkeyStamp).credentialId)).lookupKey;
  } catch (error) {
    if (error instanceof StampError) return undefined;
    throw error;
  }
}
