import { isPublicKeyText } from '../crypto/newSigningKey.js';

/** A login: the person, and the key. Nothing in it is secret: the private key stays in the key store. */
export type Session = {
  readonly organizationId: string;
  readonly userId: string;
  /** SEC 1 compressed, 66 lowercase hex digits. */
  readonly publicKey: string;
  /** When the session ends, in milliseconds since 1970. */
  readonly expiresAtMs: number;
  /** Milliseconds since 1970. */
  readonly openedAtMs: number;
  /**
   * A session token signed by the service, for the app's own backend. It is useless without the key. Absent if an older version opened the
   * session.
   */
  readonly token?: string;
};

/** A session as text. Only the members of a session are written. */
export function writeSession({ organizationId, userId, publicKey, expiresAtMs, openedAtMs, token }: Session): string {
  return JSON.stringify({ organizationId, userId, publicKey, expiresAtMs, openedAtMs, token });
}

/** Parses a session; `undefined` for any other text, since others may write to the storage. */
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
