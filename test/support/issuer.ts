import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { AuthProxyConfigChanges } from '../../src/contract/authProxy.records.js';
import { oauthNonce } from '../../src/crypto/oauthNonce.js';

type Algorithm = 'RS256' | 'ES256' | 'EdDSA';
type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: string };
type IssuerKey = { readonly kid: string; readonly alg: Algorithm; readonly secret: CryptoKey; readonly jwk: JWK };

/** An identity provider on a port of this machine. A test chooses its answers, keys and claims. */
export type TestIssuer = {
  readonly url: string;
  readonly clientId: string;
  /** The provider's part of a configuration. */
  readonly config: AuthProxyConfigChanges;
  /** The paths of the requests, in their order. */
  readonly requested: string[];
  /** Answers by path, in the place of the normal ones; `hang` never answers. */
  readonly answers: Map<string, Answer | 'hang'>;
  /** Replaces the key that signs: only the new one is published. */
  readonly rotate: (alg?: Algorithm) => Promise<IssuerKey>;
  readonly key: () => IssuerKey;
  /** The claims of a token for a key. */
  readonly claims: (publicKey: string, more?: object) => Promise<Record<string, unknown>>;
  readonly sign: (claims: object, header?: object, by?: IssuerKey) => Promise<string>;
  /** A valid token for a key. */
  readonly token: (publicKey: string, more?: object) => Promise<string>;
  readonly close: () => Promise<void>;
};

export const discoveryPath = '/.well-known/openid-configuration';
export const keysPath = '/keys';

/** @param clock - the provider's clock */
export async function startIssuer(clock: () => number, alg: Algorithm = 'ES256'): Promise<TestIssuer> {
  const clientId = 'client-of-the-app';
  const requested: string[] = [];
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
    requested.push(path);
    const answer = answers.get(path) ?? documents[path]?.();
    if (answer === 'hang') return;
    const { status = answer ? 200 : 404, headers = {}, body = '' } = answer ?? {};
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
  });
  // An open server does not keep the process alive.
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const documents: Record<string, () => Answer> = {
    [discoveryPath]: () => ({ body: JSON.stringify({ issuer: url, jwks_uri: `${url}${keysPath}` }) }),
    [keysPath]: () => ({ body: JSON.stringify({ keys: [key.jwk] }) }),
  };
  const seconds = () => Math.floor(clock() / 1000);
  const issuer: TestIssuer = {
    url,
    clientId,
    config: { oidcIssuers: [{ id: 'example', issuer: url, clientIds: [clientId], label: 'Example ID' }] },
    requested,
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
