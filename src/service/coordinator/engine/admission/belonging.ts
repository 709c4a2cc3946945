import type { Row } from '../../../store/schema.js';
import type { Caller, CallerCredential } from '../../callers/caller.js';
import type { StampedWith } from '../../callers/credentialStamp.js';

type Kind = CallerCredential['kind'];

/**
 * What a request, while it waits for votes, and a vote belong to: the credential that stamped it, of a session key its login, of a code's
 * token the contact. When that ends, they are withdrawn.
 */
export function belongingOf({ credential }: Caller, { contact }: StampedWith): string | null {
  if (contact) return belongingOfContact(contact.kind);
  return credential ? belongingOfCredential(credential.kind, credential.id, credential.loginId) : null;
}

/** A user has one contact of a kind. */
export const belongingOfContact = (kind: Row<'contacts'>['kind']): string => `contact/${kind}`;

/** Of a row of the table of credentials. */
export const belongingOfRow = ({ kind, credential_id, login_id }: Row<'credentials'>): string =>
  belongingOfCredential(kind, credential_id, login_id);

/** Whether it is a session's login, the session itself being there or not. */
export const isOfLogin = (belongsTo: string | null): boolean => belongsTo?.startsWith('login/') === true;

/** Session keys that are older than their logins were recorded stand for themselves. */
const belongingOfCredential = (kind: Kind, id: string, loginId: string | null): string =>
  kind === 'SESSION_KEY' ? `login/${loginId ?? id}` : `credential/${id}`;
