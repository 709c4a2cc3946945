import { beforeAll, expect, test } from 'vitest';
import { toBase64Url } from '../../src/crypto/base64url.js';
import { utf8 } from '../../src/crypto/bytes.js';
import { derFromRaw } from '../../src/crypto/der.js';
import { fromHex } from '../../src/crypto/hex.js';
import { readJws, writeJws } from '../../src/crypto/jws.js';
import { createSigningKey, readPublicKey, type SigningKey, sign, verify } from '../../src/crypto/p256.js';
import { codeOf, errorOf, printed } from '../support/errors.js';
import { sharedJson, testShared } from '../support/publishedVectors.js';

const right = '{"alg":"ES256","typ":"JWT"}';
let key: SigningKey;

beforeAll(async () => {
  key = await createSigningKey();
});

/** A token with any header and claims, honestly signed by our key. */
async function token(header: string, claims = '{"id":"1"}'): Promise<string> {
  const input = `${toBase64Url(utf8(header))}.${toBase64Url(utf8(claims))}`;
  return `${input}.${toBase64Url(await sign(key, utf8(input)))}`;
}

test('a written token is read, and verifies over what was signed', async () => {
  const { claims, signingInput, signature } = readJws(await writeJws({ id: '1' }, (input) => sign(key, input)));
  expect(claims).toEqual({ id: '1' });
  expect(await verify(readPublicKey(key.publicKey), signature, signingInput)).toBe(true);
});

test('the two members of the header may stand in either order', async () => {
  expect(readJws(await token('{ "typ": "JWT", "alg": "ES256" }')).claims).toEqual({ id: '1' });
});

test('no other header is accepted, even with a good signature', async () => {
  for (const header of [
    '{"alg":"none","typ":"JWT"}',
    '{"alg":"NONE","typ":"JWT"}',
    '{"alg":"HS256","typ":"JWT"}',
    '{"alg":"ES384","typ":"JWT"}',
    '{"alg":"ES256K","typ":"JWT"}',
    '{"alg":"es256","typ":"JWT"}',
    '{"alg":["ES256"],"typ":"JWT"}',
    '{"alg":"ES256","typ":"jwt"}',
    '{"alg":"ES256","typ":"at+jwt"}',
    '{"alg":"ES256"}',
    '{"typ":"JWT"}',
    ...['"b64":false', '"crit":["b64"]', '"crit":[]', '"kid":"../../etc/passwd"', '"cty":"JWT"', '"zip":"DEF"'].map(
      withMember,
    ),
    ...['"jku":"https://example.com"', '"x5u":"https://example.com"', '"jwk":{}', '"x5c":[]'].map(withMember),
    '{"alg":"none","alg":"ES256","typ":"JWT"}',
    '{"alg":"ES256","typ":"JWT","typ":"JWT"}',
    'null',
    '[]',
    '',
  ]) {
    expect(await codeOf(async () => readJws(await token(header))), header).toBe('TOKEN_MALFORMED');
  }
});

function withMember(member: string): string {
  return right.replace('}', `,${member}}`);
}

test('claims that name a member twice, or are no object, are refused', async () => {
  for (const claims of ['{"id":"1","id":"2"}', '{"id":"1","\\u0069d":"2"}', '[]', '"id"', '', '{']) {
    expect(await codeOf(async () => readJws(await token(right, claims))), claims).toBe('TOKEN_MALFORMED');
  }
});

test('padding, white space, the other alphabet and other numbers of parts are refused', async () => {
  const good = await token(right);
  const [header, claims, signature = ''] = good.split('.');
  for (const wrong of [
    '',
    '.',
    '..',
    `${header}.${claims}`,
    `${header}.${claims}.`,
    `${good}.`,
    `${good}.${signature}`,
    `${good}=`,
    `${good}\n`,
    ` ${good}`,
    `${header}=.${claims}.${signature}`,
    `${header} .${claims}.${signature}`,
    `${header}.${claims}.${signature.slice(0, -1)}+`,
    `${header}.${claims}.${signature.slice(0, -1)}/`,
    `${header}..${signature}`,
    `${header}.${claims}.${lastBitSet(signature)}`,
  ]) {
    expect(await codeOf(() => readJws(wrong)), wrong).toBe('TOKEN_MALFORMED');
  }
});

/** The 86th character of 64 bytes carries four bits that belong to no byte. */
function lastBitSet(signature: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return signature.slice(0, -1) + alphabet.charAt(alphabet.indexOf(signature.slice(-1)) | 1);
}

test('a signature in DER, of another length or with a zero half is refused', async () => {
  const good = await token(right);
  const input = good.slice(0, good.lastIndexOf('.'));
  const raw = readJws(good).signature;
  const zero = '00'.repeat(32);
  const one = `${'00'.repeat(31)}01`;
  for (const wrong of [
    derFromRaw(raw),
    raw.slice(1),
    new Uint8Array(65),
    ...[zero + zero, zero + one, one + zero].map(fromHex),
  ]) {
    expect(await codeOf(() => readJws(`${input}.${toBase64Url(wrong)}`))).toBe('TOKEN_MALFORMED');
  }
});

test('a token beyond 8 KiB is refused', async () => {
  const fits = await token(right, JSON.stringify({ id: 'x'.repeat(5_900) }));
  const long = await token(right, JSON.stringify({ id: 'x'.repeat(6_100) }));
  expect(fits.length).toBeLessThanOrEqual(8_192);
  expect(readJws(fits).claims.id).toHaveLength(5_900);
  expect(long.length).toBeGreaterThan(8_192);
  expect(await codeOf(() => readJws(long))).toBe('TOKEN_MALFORMED');
});

test('a refusal repeats nothing of the token', async () => {
  const error = await errorOf(() => readJws('c2VjcmV0.c2VjcmV0.c2VjcmV0'));
  expect(printed(error)).not.toMatch(/secret|c2VjcmV0/);
});

type JwsTests = { testGroups: { tests: { tcId: number; jws: unknown }[] }[] };

testShared(
  sharedJson<JwsTests>('vectors/wycheproof/json_web_signature_test.json'),
  'none of the Wycheproof tokens is of our kind',
  async (file) => {
    const cases = file.testGroups.flatMap(({ tests }) => tests);
    for (const { tcId, jws } of cases) {
      expect(await codeOf(() => readJws(typeof jws === 'string' ? jws : JSON.stringify(jws))), `case ${tcId}`).toBe(
        'TOKEN_MALFORMED',
      );
    }
    expect(cases).toHaveLength(401);
  },
);
