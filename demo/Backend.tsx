import { useAuthorizedFetch, useUser } from 'latchkey';
import { type ReactElement, useMemo, useState } from 'react';
import type { Side } from './side.js';
import type { Words } from './words.js';

/** What the session's key signs for one request. @see RFC 9449, 4.2 */
type Proof = { readonly htm: string; readonly htu: string; readonly iat: number; readonly jti: string };

/** Whom the backend has verified, if anybody. */
type Answer = { readonly userId?: string };

/** Sends a request to the shop's own backend, and shows the proof that it was sent with, and whom the backend has verified by it. */
export function Backend({ side, words }: { readonly side: Side; readonly words: Words }): ReactElement {
  const { data: user } = useUser();
  const [proof, setProof] = useState<Proof>();
  const [answer, setAnswer] = useState<Answer | 'failed'>();
  const send = useMemo(
    () => async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init);
      setProof(proofIn(request));
      return side.fetch(request);
    },
    [side],
  );
  const authorizedFetch = useAuthorizedFetch({ fetch: send });

  async function ask() {
    setAnswer(undefined);
    const { userId } = await (await authorizedFetch('/api/me')).json();
    setAnswer({ userId });
  }

  const isKnown = answer !== 'failed' && answer?.userId !== undefined && answer.userId === user?.userId;
  const facts =
    proof && answer && answer !== 'failed'
      ? {
          [words.proofFor]: `${proof.htm} ${new URL(proof.htu).pathname}`,
          [words.proofAt]: new Date(proof.iat * 1000).toLocaleTimeString(words.locale),
          [words.proofOnce]: ends(proof.jti),
          [words.proofUser]: ends(answer.userId ?? ''),
        }
      : undefined;
  return (
    <section className="card" aria-labelledby="backend">
      <h2 id="backend">{words.backendTitle}</h2>
      <p className="soft">{words.backendLead}</p>
      {facts && (
        <dl>
          {Object.entries(facts).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p role="status" className={isKnown ? 'good' : 'bad'}>
        {answer === 'failed' && words.failed}
        {answer && answer !== 'failed' && (isKnown ? words.known : words.unknown)}
      </p>
      <button type="button" className="secondary" onClick={() => void ask().catch(() => setAnswer('failed'))}>
        {words.ask}
      </button>
    </section>
  );
}

const ends = (text: string): string => `${text.slice(0, 6)}…${text.slice(-4)}`;

/** The claims of the request's proof: the middle part of its DPoP header. */
function proofIn({ headers }: Request): Proof {
  const [, claims = ''] = (headers.get('DPoP') ?? '').split('.');
  return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
}
