import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createExampleOauth2 } from '../../scripts/exampleOauth2.js';
import { oauthNonce } from '../../src/crypto/oauthNonce.js';
import { pkceChallenge, randomText } from '../../src/crypto/pkce.js';
import type { Oauth2Name } from '../../src/service/tools.js';

/** A fault of the provider at a step. @returns whether it has answered the request */
export type Fault = (step: 'token' | 'user', outgoing: ServerResponse) => boolean | Promise<boolean>;

export type Oauth2TestProvider = Awaited<ReturnType<typeof startOauth2Provider>>;

/** Providers like X and Discord on a port of this machine, with one registered app. */
export async function startOauth2Provider() {
  let answer: ReturnType<typeof createExampleOauth2>['answer'] = (_, outgoing) => void outgoing.writeHead(503).end();
  const server = createServer((incoming, outgoing) => answer(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const app = { clientId: 'client', clientSecret: 'client secret' };
  const redirectUri = 'https://app.example.com/callback';
  const request = { token: 0, user: 0 };
  const exchanges = new Map<string, number>();
  const provider = {
    fault: undefined as Fault | undefined,
  };
  const example = createExampleOauth2({
    ...app,
    url,
    redirectUrls: [redirectUri],
    onExchange: (code) => exchanges.set(code, (exchanges.get(code) ?? 0) + 1),
    fault: async (step, outgoing) => {
      request[step] += 1;
      return (await provider.fault?.(step, outgoing)) ?? false;
    },
  });
  answer = example.answer;
  return {
    ...app,
    url,
    endpoints: example.endpoints,
    redirectUri,
    /** The number of requests at each step. */
    asked: request,
    /** The number of requests to exchange each code. */
    exchanges: exchanges as ReadonlyMap<string, number>,
    provider,
    /** The parameters that a page sends to exchange a code for a key. */
    async exchangeFor(name: Oauth2Name, person: string, publicKey: string) {
      const codeVerifier = randomText();
      const challenge = await pkceChallenge(codeVerifier);
      const authCode = example.codeFor(name, person, { redirectUri, challenge });
      return { authCode, redirectUri, codeVerifier, nonce: await oauthNonce(publicKey) };
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
