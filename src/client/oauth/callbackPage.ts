import { type ChannelMessage, type OauthReturn, openChannel, readMessage, stateIn } from './answer.js';
import { findPending, keepPending } from './pendingLogins.js';
import { isReturnPath } from './returnPath.js';

/** The outcome of an answer on the redirect page. */
export type OauthCallback =
  /** The waiting page has received it; this window may be closed. */
  | 'handed over'
  /** This tab returns to the page where the login began, which completes it. */
  | 'going back'
  /**
   * No page waits for it: the login began in another browser, or too long ago, or its page was closed. A page that is being reloaded may
   * still take it some seconds later; this window closes then.
   */
  | 'nobody waits';

/**
 * Does all that the page at the configuration's redirect URL must do. In its own window it hands the provider's answer to the page that
 * opened it, and closes; in the tab of a redirect login it returns to where the login began. The answer is first removed from the URL.
 *
 * Until it resolves, and if no page waits for the answer, the page's own content is shown.
 *
 * @param options - `clock`: the device's time in milliseconds since 1970.
 */
export async function answerOauthCallback({ clock = Date.now }: { clock?: () => number } = {}): Promise<OauthCallback> {
  const back = takeFromAddress();
  const state = stateIn(back);
  if (state === undefined) return 'nobody waits';
  const pending = findPending(state, clock());
  if (pending?.mode === 'redirect' && isReturnPath(pending.returnTo, location.origin)) {
    keepPending({ ...pending, back });
    location.replace(pending.returnTo);
    return 'going back';
  }
  return (await handOver(state, back)) ? 'handed over' : 'nobody waits';
}

/** Takes the provider's answer out of the URL, so that neither linked pages nor the history see it. */
export function takeFromAddress(): OauthReturn {
  const { search, hash, pathname } = location;
  history.replaceState(history.state, '', pathname);
  return { search, hash };
}

/**
 * Offers the answer to the waiting page until that confirms it, and closes this window then.
 *
 * @returns whether it was confirmed. After four seconds it resolves to `false`, and offers go on in the background.
 */
export function handOver(state: string, back: OauthReturn): Promise<boolean> {
  const answer: ChannelMessage = { latchkeyOauth: 'answer', state, back };
  const end = new AbortController();
  const channel = openChannel(state);
  return new Promise<boolean>((resolve) => {
    const onMessage = (data: unknown) => {
      if (readMessage(data, state)?.latchkeyOauth !== 'taken') return;
      end.abort();
      resolve(true);
      window.close();
    };
    channel?.addEventListener('message', ({ data }) => onMessage(data), end);
    const hear = ({ data, origin, source }: MessageEvent) => {
      if (origin !== location.origin || !source || source === window) return;
      if (readMessage(data, state)?.latchkeyOauth === 'ask') source.postMessage(answer, { targetOrigin: origin });
      onMessage(data);
    };
    window.addEventListener('message', hear, end);
    const offer = () => channel?.postMessage(answer);
    const again = setInterval(offer, offerEveryMs);
    const tell = setTimeout(() => resolve(false), toldAfterMs);
    const last = setTimeout(() => end.abort(), offerForMs);
    end.signal.addEventListener('abort', () => {
      clearInterval(again);
      clearTimeout(tell);
      clearTimeout(last);
      channel?.close();
    });
    offer();
  });
}

const offerEveryMs = 250;

/** A waiting page confirms within milliseconds; without a BroadcastChannel it asks every half second. */
const toldAfterMs = 4_000;

/** Long enough for a waiting page that is just being reloaded. */
const offerForMs = 15_000;
