import { beforeAll, describe, expect, test } from 'vitest';
import { toBase64Url } from '../../src/crypto/base64url.js';
import { utf8 } from '../../src/crypto/bytes.js';
import {
  accessTokenHash,
  type DpopClaims,
  readDpopProof,
  verifyDpopProof,
  writeDpopProof,
} from '../../src/crypto/dpop.js';
import { fromHex } from '../../src/crypto/hex.js';
import { readJws, writeJws } from '../../src/crypto/jws.js';
import { createSigningKey, decompressPoint, type SigningKey, sign } from '../../src/crypto/p256.js';
import { readStamp } from '../../src/stampers/stamp.js';
import { codeOf } from '../support/errors.js';

/** The proof of RFC 9449, figure 2: the request to a token endpoint, without `ath`. */
const rfcHeader =
  'eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19';

const claims: DpopClaims = {
  htm: 'POST',
  htu: 'https://api.example.com/orders',
  iat: 1_562_262_616,
  jti: '-BwC3ESc6acc2lTc',
  ath: 'fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo',
};

let key: SigningKey;
beforeAll(async () => {
  key = await createSigningKey();
});

const point = () => decompressPoint(fromHex(key.publicKey));
const jwk = () => ({
  kty: 'EC',
  crv: 'P-256',
  x: toBase64Url(point().slice(1, 33)),
  y: toBase64Url(point().slice(33)),
});
const proofOf = (header: object, payload: object = claims) => writeJws(payload, (input) => sign(key, input), header);

test('a proof contains the claims that were written, and names the key that signed it', async () => {
  const proof = readDpopProof(await writeDpopProof(claims, key));
  expect(proof.claims).toEqual(claims);
  expect(proof.publicKey).toBe(key.publicKey);
  expect(await verifyDpopProof(proof)).toBe(true);
});

test("the key of the standard's own example is read", async () => {
  const payload = toBase64Url(utf8(JSON.stringify(claims)));
  const { publicKey } = readDpopProof(`${rfcHeader}.${payload}.${toBase64Url(new Uint8Array(64).fill(1))}`);
  expect(publicKey).toBe('0297cb45ae1c7edf8b55de14480910d8f730a40e5a41845e3651051f595016045b');
});

test("the hash of an access token is that of the standard's own example", async () => {
  const token = 'Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU';
  expect(await accessTokenHash(token)).toBe('fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo');
});

test('a proof with changed claims, or signed by another key, does not verify', async () => {
  const proof = readDpopProof(await writeDpopProof(claims, key));
  const other = readDpopProof(await writeDpopProof({ ...claims, htm: 'GET' }, key));
  expect(await verifyDpopProof({ ...proof, signingInput: other.signingInput })).toBe(false);
  const { publicKey } = await createSigningKey();
  expect(await verifyDpopProof({ ...proof, publicKey })).toBe(false);
});

describe('what is no proof is refused', () => {
  test.each<[string, () => object]>([
    ['a session token', () => ({ typ: 'JWT' })],
    ['one with no type', () => ({ jwk: jwk() })],
    ['one with another type', () => ({ typ: 'at+jwt', jwk: jwk() })],
    ['one that names no key', () => ({ typ: 'dpop+jwt' })],
    ['one with its private key', () => ({ typ: 'dpop+jwt', jwk: { ...jwk(), d: jwk().x } })],
    ['one with a symmetric key', () => ({ typ: 'dpop+jwt', jwk: { kty: 'oct', k: 'AAAA' } })],
    ['one with a key of another curve', () => ({ typ: 'dpop+jwt', jwk: { ...jwk(), crv: 'P-384' } })],
    ['one with a point off the curve', () => ({ typ: 'dpop+jwt', jwk: { ...jwk(), y: jwk().x } })],
    ['one with coordinates cut short', () => ({ typ: 'dpop+jwt', jwk: { ...jwk(), x: jwk().x.slice(0, -1) } })],
    ['one that names its key by an address', () => ({ typ: 'dpop+jwt', jku: 'https://evil.example', jwk: jwk() })],
    ['one by no algorithm', () => ({ alg: 'none', typ: 'dpop+jwt', jwk: jwk() })],
    ['one by another algorithm', () => ({ alg: 'ES384', typ: 'dpop+jwt', jwk: jwk() })],
    ['one by a shared secret', () => ({ alg: 'HS256', typ: 'dpop+jwt', jwk: jwk() })],
  ])('%s', async (_, header) => {
    const proof = await proofOf(header());
    expect(['TOKEN_MALFORMED', 'KEY_NOT_ON_CURVE', 'BASE64URL_MALFORMED']).toContain(
      await codeOf(() => readDpopProof(proof)),
    );
  });

  test.each(['htm', 'htu', 'iat', 'jti', 'ath'] as const)('one without %s', async (name) => {
    const { [name]: _, ...said } = claims;
    const proof = await proofOf({ typ: 'dpop+jwt', jwk: jwk() }, said);
    expect(await codeOf(() => readDpopProof(proof))).toBe('TOKEN_MALFORMED');
  });

  test.each<object>([
    { iat: '1562262616' },
    { iat: 1.5 },
    { iat: -1 },
    { jti: '' },
    { jti: 'x'.repeat(257) },
    { htm: ['POST'] },
  ])('one that says %j', async (payload) => {
    const proof = await proofOf({ typ: 'dpop+jwt', jwk: jwk() }, { ...claims, ...payload });
    expect(await codeOf(() => readDpopProof(proof))).toBe('TOKEN_MALFORMED');
  });
});

test('a proof is no stamp and no session token, and neither of those is a proof', async () => {
  const proof = await writeDpopProof(claims, key);
  expect(await codeOf(() => readJws(proof))).toBe('TOKEN_MALFORMED');
  expect(await codeOf(() => readStamp(proof))).toBe('STAMP_MALFORMED');
  expect(await codeOf(() => readDpopProof(toBase64Url(utf8('{"publicKey":"02","scheme":"","signature":""}'))))).toBe(
    'TOKEN_MALFORMED',
  );
});
