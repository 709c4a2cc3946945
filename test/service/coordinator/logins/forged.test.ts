import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proxyAccount, proxyOtpLogin, proxySignup } from '../../../../src/contract/proxy.js';
import { toBase64Url } from '../../../../src/crypto/base64url.js';
import { utf8 } from '../../../../src/crypto/bytes.js';
import { derFromRaw } from '../../../../src/crypto/der.js';
import { hmacSha256, sha256 } from '../../../../src/crypto/digest.js';
import { fromHex } from '../../../../src/crypto/hex.js';
import { createSigningKey, type Signer, type SigningKey, sign } from '../../../../src/crypto/p256.js';
import {
  readVerificationToken,
  type VerificationClaims,
  verifyVerificationToken,
  writeVerificationToken,
} from '../../../../src/crypto/tokens.js';
import { trustKey } from '../../../../src/service/configuration/trustKeys.js';
import { makeParent } from '../../../../src/service/makeParent.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { contentsOf } from '../../../support/contents.js';
import { tickingClock } from '../../../support/tickingClock.js';
import { callProxy, loginRequest, type Person, signUp, signupRequest, verifiedToken } from '../../../support/wire.js';
import { outcomeOf } from './outcome.js';

let service: TestService;
let ada: Person;
let key: SigningKey;
let token: string;
let claims: VerificationClaims;
let issuer: Signer;

beforeAll(async () => {
  const often = { most: 10_000, windowSeconds: 1 };
  const config = { refusalsPerAddress: often, requestsPerAddress: often };
  service = await createTestService({ clock: tickingClock(), config });
  ada = await signUp(service, 'ada@example.com');
  ({ token, key } = await verifiedToken(service, 'ada@example.com'));
  claims = await verifyVerificationToken(token, service.trust.tlsFetcherSignPublicKey);
  issuer = await keyFor('tls_fetcher_sign');
});
afterAll(() => service.close());

const keyFor = (purpose: 'tls_fetcher_sign' | 'notarizer' | 'signer' | 'tls_fetcher_encrypt') =>
  trustKey(
    service.service.tools,
    service.service.tools.store.db,
    { organization_id: service.organizationId, parent_id: null },
    purpose,
  );

const header = '{"alg":"ES256","typ":"JWT"}';

/** A token of any header and claims, signed as the service signs. */
async function made(withHeader: string, withClaims: string, by: SigningKey | Signer = issuer): Promise<string> {
  const input = `${toBase64Url(utf8(withHeader))}.${toBase64Url(utf8(withClaims))}`;
  return `${input}.${toBase64Url(await sign(by, utf8(input)))}`;
}

/** The answers of the three calls that take a token. The presenter signs whatever must be signed. */
async function shown(forged: string): Promise<string[]> {
  const signup = { ...(await signupRequest(token, key)), verificationToken: forged };
  const login = { ...(await loginRequest(token, key, ada.organizationId)), verificationToken: forged };
  const account = { filterType: 'EMAIL', filterValue: 'ada@example.com', verificationToken: forged };
  const answers = [];
  for (const [row, request] of [
    [proxyAccount, account],
    [proxySignup, signup],
    [proxyOtpLogin, login],
  ] as const) {
    answers.push(JSON.stringify(await outcomeOf(() => callProxy(service, row, request))).slice(1, -1));
  }
  return answers;
}

const invalid = Array.from({ length: 3 }, () => 'VERIFICATION_TOKEN_INVALID');

/** Every row except the records of the attempts. */
async function untouched() {
  const { activities: _, votes: __, ...rest } = await contentsOf(service.service.tools.store);
  return rest;
}

describe('T-20 a token that this service did not issue', () => {
  test('T-20: the token itself is good, so that what follows is refused for its fault alone', async () => {
    const account = { filterType: 'EMAIL', filterValue: 'ada@example.com', verificationToken: token };
    expect(await callProxy(service, proxyAccount, account)).toEqual({ organizationId: ada.organizationId });
    expect(await made(header, JSON.stringify(claims)).then(readVerificationToken)).toEqual(claims);
  });

  test('T-20, A-40, A-41: no header but the one is accepted, even with a good signature', async () => {
    const before = await untouched();
    const more = (member: string) => header.replace('}', `,${member}}`);
    for (const forgedHeader of [
      ...['none', 'None', 'NONE', 'HS256', 'ES384', 'ES512', 'ES256K', 'RS256', 'EdDSA', 'es256', ''].map((alg) =>
        header.replace('ES256', alg),
      ),
      ...['"b64":false', '"b64":false,"crit":["b64"]', '"crit":["exp"]', '"crit":[]'].map(more),
      ...['"jku":"https://evil.io/jwks"', '"x5u":"https://evil.io"', '"jwk":{"kty":"EC"}', '"x5c":["AA"]'].map(more),
      ...[`"kid":"../../../dev/null"`, `"kid":"' or 1=1--"`, '"kid":"1"', '"cty":"JWT"', '"zip":"DEF"'].map(more),
      ...['at+jwt', 'dpop+jwt', 'jwt', 'JOSE', ''].map((typ) => header.replace('JWT', typ)),
      ...['{"alg":"ES256"}', '{"typ":"JWT"}', '{}', '[]', 'null', '{"alg":"none","alg":"ES256","typ":"JWT"}'],
    ]) {
      expect(await shown(await made(forgedHeader, JSON.stringify(claims))), forgedHeader).toEqual(invalid);
    }
    expect(await untouched()).toEqual(before);
  });

  test('T-20: another signature is none: absent, zero, DER, cut, of other keys or of a hash under the public key', async () => {
    const [head = '', body = '', signature = ''] = token.split('.');
    const input = `${head}.${body}`;
    const raw = await sign(issuer, utf8(input));
    const symmetric = `${toBase64Url(utf8(header.replace('ES256', 'HS256')))}.${body}`;
    const publicKeyBytes = fromHex(issuer.publicKey);
    for (const forged of [
      ...[input, `${input}.`, `${head}..${signature}`, `.${body}.${signature}`, `${token}.x`, `${token}.`],
      `${toBase64Url(utf8(header.replace('ES256', 'none')))}.${body}.`,
      `${symmetric}.${toBase64Url(await hmacSha256(publicKeyBytes, utf8(symmetric)))}`,
      `${symmetric}.${toBase64Url(await hmacSha256(utf8(service.trust.tlsFetcherSignPublicKey), utf8(symmetric)))}`,
      ...[new Uint8Array(64), new Uint8Array(32), raw.slice(0, 63), derFromRaw(raw)].map(
        (bytes) => `${input}.${toBase64Url(bytes)}`,
      ),
      ...(await Promise.all(
        ['notarizer', 'signer', 'tls_fetcher_encrypt'].map(async (purpose) =>
          made(header, JSON.stringify(claims), await keyFor(purpose as 'signer')),
        ),
      )),
      await made(header, JSON.stringify(claims), key),
      await made(header, JSON.stringify(claims), await createSigningKey()),
      `${input}.${toBase64Url(await sign(issuer, await sha256(utf8(input))))}`,
      ...[`${token}=`, `${token} `, ` ${token}`, `${token}\n`, `${head}=.${body}.${signature}`],
      ...[`${head}.${body}.${signature.slice(0, -1)}+`, `${head}.${body}.${signature.slice(0, -1)}/`],
      ...['', 'x', '..', 'null', '{}', JSON.stringify({ payload: body, signature }), 'a'.repeat(4096)],
    ]) {
      expect(await shown(forged), forged.slice(0, 300)).toEqual(invalid);
    }
  });

  test('T-20: claims of another form are none, though the signature be good', async () => {
    const json = JSON.stringify(claims);
    for (const forged of [
      ...[Number(claims.exp), 2 ** 53, `${2 ** 53}`, '-1', '1e20', ' 9999999999999', '', null, true].map((exp) =>
        JSON.stringify({ ...claims, exp }),
      ),
      ...['id', 'organization_id', 'verification_type', 'contact', 'exp'].map((name) =>
        JSON.stringify({ ...claims, [name]: undefined }),
      ),
      JSON.stringify({ ...claims, organization_id: ada.organizationId }),
      JSON.stringify({ ...claims, organization_id: [service.organizationId] }),
      JSON.stringify({ ...claims, public_key: 'x' }),
      json.replace('{', '{"contact":"eve@example.com",'),
      ...['[]', 'null', '""', '{}', `${json} `.replace('}', ',}')],
    ]) {
      expect(await shown(await made(header, forged)), forged).toEqual(invalid);
    }
  });

  test('T-20: an additional claim has no effect, whatever its name', async () => {
    const more = JSON.stringify(claims).replace(
      '{',
      '{"__proto__":{"contact":"eve@example.com"},"email":"eve@example.com",',
    );
    const verificationToken = await made(header, more);
    const account = (filterValue: string) =>
      outcomeOf(() => callProxy(service, proxyAccount, { filterType: 'EMAIL', filterValue, verificationToken }));
    expect(await account('eve@example.com')).toBe('VERIFICATION_TOKEN_INVALID');
    expect(await account('ada@example.com')).toEqual({ organizationId: ada.organizationId });
  });

  test('T-20, A-26: a session is no proof of a contact, nor a proof of a contact a session', async () => {
    const { token: fresh, key: holder } = await verifiedToken(service, 'ada@example.com');
    const { session } = await callProxy<{ session: string }>(service, proxyOtpLogin, await loginRequest(fresh, holder));
    expect(await shown(session)).toEqual(invalid);
    const [, sessionClaims = ''] = session.split('.');
    const resigned = await made(header, Buffer.from(sessionClaims, 'base64url').toString());
    expect(await shown(resigned)).toEqual(invalid);
  });

  test('T-20: a well-signed token that was never recorded makes and opens nothing', async () => {
    const before = await untouched();
    const invented = await writeVerificationToken({ ...claims, id: crypto.randomUUID() }, issuer);
    const [, signup, login] = await shown(invented);
    expect([signup, login]).toEqual(invalid.slice(1));
    expect(await untouched()).toEqual(before);
  });
});

test('T-18: a token of another tenant proves nothing here, under any configuration', async () => {
  const { publicKey } = await createSigningKey();
  const tenant = await makeParent(service.service.tools, { name: 'Tenant', rootPublicKey: publicKey });
  const there = { ...service, authProxyConfigId: tenant.authProxyConfigId };
  const foreign = await verifiedToken(there, 'ada@example.com');
  expect(await shown(foreign.token)).toEqual(invalid);
  const account = { filterType: 'EMAIL', filterValue: 'ada@example.com', verificationToken: token };
  for (const [row, request] of [
    [proxyAccount, account],
    [proxySignup, await signupRequest(token, key)],
    [proxyOtpLogin, await loginRequest(token, key, ada.organizationId)],
  ] as const) {
    expect(await outcomeOf(() => callProxy(there, row, request))).toBe('VERIFICATION_TOKEN_INVALID');
  }
  const bob = await signUp(there, 'bob@example.com');
  const { token: bobs, key: bobsKey } = await verifiedToken(there, 'bob@example.com');
  expect(
    await outcomeOf(async () =>
      callProxy(service, proxyOtpLogin, await loginRequest(bobs, bobsKey, bob.organizationId)),
    ),
  ).toBe('VERIFICATION_TOKEN_INVALID');
});
