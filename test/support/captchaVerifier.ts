import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server with the interface of Turnstile's `siteverify`, on a port of this machine. */
export type CaptchaVerifier = {
  readonly url: string;
  readonly secretKey: string;
  /** The form of each received request, its members by name. */
  readonly received: Record<string, string>[];
  /** The token of a solved captcha: it can be used once, within 300 seconds of `clock`. */
  readonly solve: (where?: { hostname?: string; action?: string }) => string;
  /** Answers every request from now on; `undefined`: answer as Turnstile does. */
  misbehave: ((response: ServerResponse) => void) | undefined;
  readonly close: () => Promise<void>;
};

type Solved = { readonly hostname: string; readonly action: string; readonly atMs: number; spentBy?: string };

/** @see Turnstile, "Validate the token" */
export async function startCaptchaVerifier(clock: () => number): Promise<CaptchaVerifier> {
  const solved = new Map<string, Solved>();
  const secretKey = '0x4AAAAAAAverifier_secret';
  const server = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await bodyOf(request)));
    verifier.received.push(form);
    if (verifier.misbehave) return verifier.misbehave(response);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(verify(form)));
  });

  function verify({ secret, response = '', idempotency_key = '' }: Record<string, string>): object {
    const token = solved.get(response);
    if (!secret) return refusal('missing-input-secret');
    if (secret !== secretKey) return refusal('invalid-input-secret');
    if (!token) return refusal('invalid-input-response');
    const isRepeat = token.spentBy === idempotency_key;
    if (clock() - token.atMs > 300_000 || (token.spentBy !== undefined && !isRepeat))
      return refusal('timeout-or-duplicate');
    token.spentBy = idempotency_key;
    const { hostname, action, atMs } = token;
    return {
      success: true,
      'error-codes': [],
      challenge_ts: new Date(atMs).toISOString(),
      hostname,
      action,
      cdata: '',
    };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const verifier: CaptchaVerifier = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/turnstile/v0/siteverify`,
    secretKey,
    received: [],
    solve: ({ hostname = 'app.example.com', action = '' } = {}) => {
      const token = `0.${Buffer.from(crypto.getRandomValues(new Uint8Array(48))).toString('base64url')}.solved`;
      solved.set(token, { hostname, action, atMs: clock() });
      return token;
    },
    misbehave: undefined,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return verifier;
}

const refusal = (code: string) => ({ success: false, 'error-codes': [code], messages: [] });

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
