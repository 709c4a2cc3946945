import { isPublicKeyText } from '../crypto/newSigningKey.js';

/** Who is logged in, and with which key. Nothing in it is secret: the private key stays in the key store. */
export type Session = {
  readonly organizationId: string;
  readonly userId: string;
  /** SEC 1 compressed, 66 lowercase hex digits. */
  readonly publicKey: string;
  /** Milliseconds since 1970. At this moment the session is over. */
  readonly expiresAtMs: number;
  /** Milliseconds since 1970. */
  readonly openedAtMs: number;
  /**
   * The service's word for all of this, as a session token, for the app's own backend. It is of no use without the key. Absent
   * where an older version opened the session.
   */
  readonly token?: string;
};

/** A session as text. Only its own members are written, whatever else the object carries. */
export function writeSession({ organizationId, userId, publicKey, expiresAtMs, openedAtMs, token }: Session): string {
  return JSON.stringify({ organizationId, userId, publicKey, expiresAtMs, openedAtMs, token });
}

/** The session that a text holds, or `undefined` for anything else: a storage may hold what others have put there. */
export function readSession(text: string | null): Session | undefined {
  try {
    const { organizationId, userId, publicKey, expiresAtMs, openedAtMs, token } = JSON.parse(text ?? '');
    const sound = isId(organizationId) && isId(userId) && isPublicKeyText(publicKey);
    if (!sound || !isMoment(expiresAtMs) || !isMoment(openedAtMs)) return undefined;
    return { organizationId, userId, publicKey, expiresAtMs, openedAtMs, ...(isId(token) && { token }) };
  } catch {
    return undefined;
  }
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isMoment(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
