import { UnreachableError } from 'latchkey';

/** One request of the kit. */
export type Exchange = {
  readonly id: number;
  /** `otp_init`, `list_wallets`, … */
  readonly operation: string;
  readonly sent: unknown;
  /** `undefined` while it is running; 0 if it got no answer. */
  readonly status?: number;
  readonly answer?: unknown;
  readonly ms?: number;
};

/** The number of requests that are kept. */
const most = 12;

let exchanges: readonly Exchange[] = [];
const listeners = new Set<() => void>();

/** For `useSyncExternalStore`: newest first. */
export const wire = {
  getSnapshot: (): readonly Exchange[] => exchanges,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

let count = 0;
let isNextRefused = false;

/** The next thing that the kit is told to do is refused; what it only reads is not. */
export function failNext(): void {
  isNextRefused = true;
}

/** `fetch` for the kit's settings, which also records the requests without their secrets, only in this page's memory. */
export function recorded(send: Send): Send {
  return async (url, init) => {
    count += 1;
    const id = count;
    const startedAt = performance.now();
    const { pathname } = new URL(url);
    const request = { id, operation: pathname.split('/').at(-1) ?? '', sent: shown(textOf(init.body)) };
    note(request);
    const end = (status: number, answer?: unknown) =>
      note({ ...request, status, answer, ms: Math.round(performance.now() - startedAt) });
    try {
      const response = isRefused(pathname) ? outOfOrder() : await send(url, init);
      end(response.status, shown(await response.clone().text()));
      return response;
    } catch (error) {
      if (isCancelled(init)) forget(id);
      else end(0);
      throw error;
    }
  };
}

/** Whether the page itself gave the request up. The kit's own timeout is none of the page's doing. */
const isCancelled = ({ signal }: RequestInit): boolean =>
  signal?.aborted === true && !(signal.reason instanceof UnreachableError);

function isRefused(pathname: string): boolean {
  if (!isNextRefused || /\/query\/|wallet_kit_config$/.test(pathname)) return false;
  isNextRefused = false;
  return true;
}

/** As the service answers when something is wrong with it. */
const outOfOrder = (): Response =>
  Response.json(
    {
      code: 13,
      message: 'The demo was told to fail.',
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'INTERNAL', domain: 'latchkey' }],
    },
    { status: 500 },
  );

type Send = (url: string, init: RequestInit) => Promise<Response>;

function note(exchange: Exchange): void {
  exchanges = [exchange, ...exchanges.filter(({ id }) => id !== exchange.id)]
    .toSorted((a, b) => b.id - a.id)
    .slice(0, most);
  for (const listener of listeners) listener();
}

function forget(gone: number): void {
  exchanges = exchanges.filter(({ id }) => id !== gone);
  for (const listener of listeners) listener();
}

function textOf(body: RequestInit['body']): string {
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body ?? '');
}

/** Members with secrets. */
const secret = /code$|token$|bundle$|^session$/i;

/** The body for display: long texts shortened, secrets left out. */
function shown(text: string): unknown {
  try {
    return JSON.parse(text, (name, value) => {
      if (typeof value !== 'string') return value;
      if (secret.test(name)) return '•••';
      return value.length > 72 ? `${value.slice(0, 32)}…${value.slice(-8)}` : value;
    });
  } catch {
    return undefined;
  }
}
