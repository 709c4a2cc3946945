import { type ChannelMessage, openChannel, readMessage } from './answerChannel.js';
import { type OauthReturn, stateOf } from './oauthAnswer.js';
import { findPending, keepPending } from './pendingLogins.js';
import { isReturnPath } from './returnPath.js';

/** What became of an answer on the page that a provider sends people back to. */
export type OauthCallback =
  /** The page that waited for it has it, and this window may be closed. */
  | 'handed over'
  /** This tab goes back to where the login began, which is finished there. */
  | 'going back'
  /** Nobody waits for it: the login began in another browser, or too long ago. */
  | 'nobody waits';

/**
 * All that the page at the configuration's redirect URL has to do. In a window of its own it gives the provider's answer to the page
 * that opened it, and closes; in the tab that a login left, it goes back there. The answer is taken out of the address before anything
 * else happens.
 *
 * Until it resolves, and where nobody waits for the answer, the page's own words stand there.
 *
 * @param options - `clock`: the device's time in milliseconds since 1970.
 */
export async function answerOauthCallback({ clock = Date.now }: { clock?: () => number } = {}): Promise<OauthCallback> {
  const back = takeFromAddress();
  const state = stateOf(back);
  if (state === undefined) return 'nobody waits';
  const pending = findPending(state, clock());
  if (pending?.mode === 'redirect' && isReturnPath(pending.returnTo, location.origin)) {
    keepPending({ ...pending, back });
    location.replace(pending.returnTo);
    return 'going back';
  }
  if (!(await handOver(state, back))) return 'nobody waits';
  window.close();
  return 'handed over';
}

/** What the provider put into the address; no page that this one links to, and no history, is shown it. */
export function takeFromAddress(): OauthReturn {
  const { search, hash, pathname } = location;
  history.replaceState(history.state, '', pathname);
  return { search, hash };
}

/** Offers the answer to the page that waits until it says that it has it. @returns whether it did */
export function handOver(state: string, back: OauthReturn): Promise<boolean> {
  const answer: ChannelMessage = { latchkeyOauth: 'answer', state, back };
  const end = new AbortController();
  const channel = openChannel(state);
  return new Promise<boolean>((resolve) => {
    const told = (data: unknown) => {
      if (readMessage(data, state)?.latchkeyOauth === 'taken') resolve(true);
    };
    channel?.addEventListener('message', ({ data }) => told(data), end);
    const hear = ({ data, origin, source }: MessageEvent) => {
      if (origin !== location.origin || !source || source === window) return;
      if (readMessage(data, state)?.latchkeyOauth === 'ask') source.postMessage(answer, { targetOrigin: origin });
      told(data);
    };
    window.addEventListener('message', hear, end);
    const offer = () => channel?.postMessage(answer);
    const again = setInterval(offer, offerEveryMs);
    const last = setTimeout(() => resolve(false), offerForMs);
    end.signal.addEventListener('abort', () => {
      clearInterval(again);
      clearTimeout(last);
      channel?.close();
    });
    offer();
  }).finally(() => end.abort());
}

const offerEveryMs = 250;

/** A page that is just being loaded again has come back by then. */
const offerForMs = 15_000;
