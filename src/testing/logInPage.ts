import { toBase64Url } from '../crypto/base64url.js';
import { fromHex } from '../crypto/hex.js';
import { decompressPoint, importSigningKey } from '../crypto/p256.js';
import { freshKeyPair } from '../service/configuration/trustKeys.js';
import { keyDatabase } from '../sessions/indexedDbKeyStore.js';
import { memoryKeyStore } from '../sessions/keyStore.js';
import { type Session, writeSession } from '../sessions/session.js';
import { sessionEntries } from '../sessions/sessionRecords.js';
import type { TestService } from './createTestService.js';
import { logIn } from './logIn.js';

/** What is used of a Playwright page, so that Playwright itself need not be installed. */
export type Page = {
  evaluate<Argument>(run: (argument: Argument) => unknown, argument: Argument): Promise<unknown>;
  reload(): Promise<unknown>;
};

/**
 * Puts a logged-in person into a page in Playwright, as if they had typed their code there; who is new is signed up. The page has
 * to be at the app already, and is loaded again:
 * `await page.goto(url); await logInPage(page, service, 'ada@example.com')`.
 *
 * @param contact - an e-mail address, or a phone number that begins with `+`.
 * @param options - `sessionName`: that of the app's settings, if it has one.
 */
export async function logInPage(
  page: Page,
  service: TestService,
  contact: string,
  options: { readonly sessionName?: string } = {},
): Promise<Session> {
  const pair = await freshKeyPair({ random });
  const keys = { ...memoryKeyStore(), create: () => importSigningKey(pair), get: () => importSigningKey(pair) };
  const { session } = await logIn(service, contact, { keys });
  const point = decompressPoint(fromHex(pair.publicKey));
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: toBase64Url(fromHex(pair.privateKey)),
    x: toBase64Url(point.slice(1, 33)),
    y: toBase64Url(point.slice(33)),
  };
  const entries = sessionEntries(options.sessionName ?? service.settings.authProxyConfigId, session);
  const key = { publicKey: session.publicKey, createdAtMs: session.openedAtMs };
  await page.evaluate(keepInPage, { jwk, key, entries, database: keyDatabase, session: writeSession(session) });
  await page.reload();
  return session;
}

type Kept = {
  readonly jwk: JsonWebKey;
  readonly key: { readonly publicKey: string; readonly createdAtMs: number };
  readonly entries: { readonly session: string; readonly active: string };
  readonly database: typeof keyDatabase;
  readonly session: string;
};

/** Runs in the page, and so names nothing from outside: there the key cannot be read any more. */
async function keepInPage({ jwk, key, entries, database, session }: Kept): Promise<void> {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' };
  const privateKey = await crypto.subtle.importKey('jwk', jwk, curve, false, ['sign']);
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open(database.name, database.version);
    opening.onupgradeneeded = () => opening.result.createObjectStore(database.store, { keyPath: database.keyPath });
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(database.store, 'readwrite');
      transaction.objectStore(database.store).put({ ...key, privateKey });
      transaction.oncomplete = () => resolve(opening.result.close());
      transaction.onabort = () => reject(transaction.error);
    };
  });
  localStorage.setItem(entries.session, session);
  localStorage.setItem(entries.active, key.publicKey);
}

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
