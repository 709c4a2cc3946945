import { passkeyError, passkeyErrorOf } from './passkeyError.js';
import { askSupport } from './passkeySupport.js';

/** Options of a passkey ceremony. */
export type CeremonyOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Time for the person to answer. Default: 300,000. @see WebAuthn Level 3, 15.1 */
  readonly timeoutMs?: number | undefined;
  /** The device's time in milliseconds. Default: `Date.now`. */
  readonly clock?: (() => number) | undefined;
};

/** The library for the browser's API; it is loaded with the first ceremony. */
export type Browser = typeof import('@simplewebauthn/browser');
/** Loads it. */
export const loadBrowser = (): Promise<Browser> => import('@simplewebauthn/browser');

type Start<Answer> = (browser: Browser, timeoutMs: number) => Promise<Answer>;

/**
 * Opens the browser's passkey dialog, of which a page can have one. An offer in a field is withdrawn first, and has ended before the dialog
 * opens: Safari fails to create a passkey beside one. An open dialog is closed (PASSKEY_BUSY).
 *
 * It ends even if the browser does not answer: at the caller's signal at once, and otherwise some seconds after its timeout.
 *
 * @throws {PasskeyError}
 * @throws the signal's reason, once it is aborted
 */
export async function openDialog<Answer>(
  ceremony: 'create' | 'get',
  start: Start<Answer>,
  options: CeremonyOptions,
): Promise<Answer> {
  checkSupported();
  const waiting = offer;
  waiting?.takeBack();
  const opened = Promise.resolve(waiting?.ended).then(() => run(ceremony, start, options).answer);
  const mine = opened.then(ignore, ignore);
  dialog = mine;
  try {
    return await opened;
  } finally {
    if (dialog === mine) dialog = undefined;
  }
}

/**
 * Offers passkeys in a field's autofill until the signal is aborted or a dialog opens (PASSKEY_BUSY). It begins once nothing else is open.
 * The field's `autocomplete` must end with `webauthn`.
 *
 * @throws {PasskeyError} PASSKEY_NOT_SUPPORTED where the browser has no such offers
 * @throws the signal's reason, once it is aborted
 */
export async function openOffer<Answer>(start: Start<Answer>, { signal, clock }: CeremonyOptions): Promise<Answer> {
  checkSupported();
  if (!(await askSupport()).autofill) throw passkeyError('PASSKEY_NOT_SUPPORTED');
  while (dialog ?? offer) await (dialog ?? offer?.ended);
  signal?.throwIfAborted();
  const giveWay = new AbortController();
  const follow = () => giveWay.abort(signal?.reason);
  signal?.addEventListener('abort', follow);
  const { answer, settled } = run('get', start, { signal: giveWay.signal, clock, timeoutMs: Infinity });
  const mine = {
    takeBack: () => giveWay.abort(passkeyError('PASSKEY_BUSY')),
    ended: Promise.race([settled, answer.then(ignore, () => wait(graceOfOfferMs))]),
  };
  offer = mine;
  mine.ended.then(() => {
    if (offer === mine) offer = undefined;
  });
  try {
    return await answer;
  } finally {
    signal?.removeEventListener('abort', follow);
  }
}

// A page has one dialog and one offer for all clients, since this is the browser's state.
let dialog: Promise<void> | undefined;
let offer: { readonly takeBack: () => void; readonly ended: Promise<void> } | undefined;
let started = 0;

/** The browser's own timer may fail; this long after it, the ceremony is ended. */
const graceMs = 5_000;
/** How long a browser may take to report that an offer has ended. */
const graceOfOfferMs = 500;

type Running<Answer> = {
  readonly answer: Promise<Answer>;
  /** Settles when the browser has answered, whether or not that is still awaited. */
  readonly settled: Promise<void>;
};

function run<Answer>(
  ceremony: 'create' | 'get',
  start: Start<Answer>,
  { signal, timeoutMs = 300_000, clock = Date.now }: CeremonyOptions,
): Running<Answer> {
  started += 1;
  const number = started;
  const startedAtMs = clock();
  const browser = loadBrowser();
  const response = browser.then((loaded) => {
    signal?.throwIfAborted();
    return start(loaded, timeoutMs);
  });
  const cancel = () =>
    browser.then(({ WebAuthnAbortService }) => number === started && WebAuthnAbortService.cancelCeremony(), ignore);

  const answer = new Promise<Answer>((resolve, reject) => {
    const end = () => {
      clearTimeout(watchdog);
      signal?.removeEventListener('abort', follow);
    };
    const giveUp = (reason: unknown) => {
      end();
      reject(reason);
      void cancel();
    };
    const follow = () => giveUp(signal?.reason);
    const late = () => giveUp(passkeyError('PASSKEY_TIMED_OUT'));
    const watchdog = timeoutMs === Infinity ? undefined : setTimeout(late, timeoutMs + graceMs);
    signal?.addEventListener('abort', follow);
    if (signal?.aborted) follow();
    response.then(
      (answered) => {
        end();
        resolve(answered);
      },
      (error) => {
        end();
        reject(passkeyErrorOf(error, { ceremony, elapsedMs: clock() - startedAtMs, timeoutMs }));
      },
    );
  });
  return { answer, settled: response.then(ignore, ignore) };
}

/** Absent in old browsers and on pages without HTTPS. */
function checkSupported(): void {
  if (globalThis.PublicKeyCredential === undefined) throw passkeyError('PASSKEY_NOT_SUPPORTED');
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const ignore = (): void => undefined;
