import { readRefusal } from '../contract/readRefusal.js';
import { serviceBase } from '../contract/readUrl.js';
import { utf8 } from '../crypto/bytes.js';
import { apiKeyStamper } from '../stampers/apiKeyStamper.js';

/** How a backend reaches the coordinator. */
export type CoordinatorSettings = {
  /** The URL of the coordinator; `/public/v1` at its end is left out. */
  readonly coordinatorUrl: string;
  /** An API key of a user of your own organization, in hex. It is a secret of this server. */
  readonly apiKey: { readonly publicKey: string; readonly privateKey: string };
  /** Default: the platform's. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
};

/** Sends one request, stamped by the backend's own key. @throws {RefusedError}, and what `fetch` throws */
export type AskCoordinator = (path: string, question: object, signal?: AbortSignal) => Promise<unknown>;

export function coordinatorAsker(settings: CoordinatorSettings): AskCoordinator {
  const stamper = apiKeyStamper(settings.apiKey);
  const send = settings.fetch ?? ((url: string, init: RequestInit) => fetch(url, init));
  const base = serviceBase(settings.coordinatorUrl);
  return async (path, question, signal) => {
    const body = utf8(JSON.stringify(question));
    const { name, value } = await stamper.stamp(body);
    const headers = { 'Content-Type': 'application/json', [name]: value };
    const init = { method: 'POST', headers, body, redirect: 'error', ...(signal && { signal }) } as const;
    const response = await send(base + path, init);
    const answer: unknown = await response.json();
    if (!response.ok) throw readRefusal(response.status, answer, response.headers.get('Retry-After'));
    return answer;
  };
}
