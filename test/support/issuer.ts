import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { AuthProxyConfigChanges } from '../../src/contract/authProxy.records.js';
import { oauthNonce } from '../../src/crypto/oauthNonce.js';

type Algorithm = 'RS256' | 'ES256' | 'EdDSA';
type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: string };
type IssuerKey = { readonly kid: string; readonly alg: Algorithm; readonly secret: CryptoKey; readonly jwk: JWK };

/** An identity provider on a port of this machine, that says and signs what a test wants. */
export type TestIssuer = {
  readonly url: string;
  readonly clientId: string;
  /** What a configuration says of it. */
  readonly config: AuthProxyConfigChanges;
  /** The paths that it was asked, in their order. */
  readonly asked: string[];
  /** What it answers at a path instead of the truth; `hang` answers never. */
  readonly answers: Map<string, Answer | 'hang'>;
  /** Signs with another key from now on, and names it alone. */
  readonly rotate: (alg?: Algorithm) => Promise<IssuerKey>;
  readonly key: () => IssuerKey;
  /** Claims of a token that a key asks for now. */
  readonly claims: (publicKey: string, more?: object) => Promise<Record<string, unknown>>;
  readonly sign: (claims: object, header?: object, by?: IssuerKey) => Promise<string>;
  /** A good token for a key. */
  readonly token: (publicKey: string, more?: object) => Promise<string>;
  readonly close: () => Promise<void>;
};

export const discoveryPath = '/.well-known/openid-configuration';
export const keysPath = '/keys';

/** @param clock - what time it is there. */
export async function startIssuer(clock: () => number, alg: Algorithm = 'ES256'): Promise<TestIssuer> {
  const clientId = 'client-of-the-app';
  const asked: string[] = [];
  const answers: TestIssuer['answers'] = new Map();
  let keys = 0;
  const newKey = async (of: Algorithm): Promise<IssuerKey> => {
    const { privateKey, publicKey } = await generateKeyPair(of, { extractable: true });
    keys += 1;
    const kid = `key-${keys}`;
    return { kid, alg: of, secret: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: of, use: 'sig' } };
  };
  let key = await newKey(alg);
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const truth = truths[path];
    const answer = answers.get(path) ?? truth?.();
    if (answer === 'hang') return;
    const { status = answer ? 200 : 404, headers = {}, body = '' } = answer ?? {};
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
  });
  // An open server does not keep the process alive.
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const truths: Record<string, () => Answer> = {
    [discoveryPath]: () => ({ body: JSON.stringify({ issuer: url, jwks_uri: `${url}${keysPath}` }) }),
    [keysPath]: () => ({ body: JSON.stringify({ keys: [key.jwk] }) }),
  };
  const seconds = () => Math.floor(clock() / 1000);
  const issuer: TestIssuer = {
    url,
    clientId,
    config: { oidcIssuers: [{ id: 'example', issuer: url, clientIds: [clientId], label: 'Example ID' }] },
    asked,
    answers,
    key: () => key,
    rotate: async (of = alg) => {
      key = await newKey(of);
      return key;
    },
    claims: async (publicKey, more = {}) => ({
      iss: url,
      aud: clientId,
      sub: 'ada',
      iat: seconds(),
      exp: seconds() + 3600,
      nonce: await oauthNonce(publicKey),
      ...more,
    }),
    sign: (claims, header = {}, by = key) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: by.alg, kid: by.kid, typ: 'JWT', ...header })
        .sign(by.secret),
    token: async (publicKey, more) => issuer.sign(await issuer.claims(publicKey, more)),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return issuer;
}
