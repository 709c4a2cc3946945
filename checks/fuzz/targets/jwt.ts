import { createPublicKey, type KeyObject, verify as nodeVerify } from 'node:crypto';
import { fromBase64Url, toBase64Url } from '../../../src/crypto/base64url.js';
import { concat, fromUtf8, utf8 } from '../../../src/crypto/bytes.js';
import { sha256 } from '../../../src/crypto/digest.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { decompressPoint, sign } from '../../../src/crypto/p256.js';
import {
  readSessionToken,
  readVerificationToken,
  verifySessionToken,
  verifyVerificationToken,
} from '../../../src/crypto/tokens.js';
import { type Chance, pick } from '../../../test/support/chance.js';
import { asked, askedLater } from '../engine/asked.js';
import { bentJson } from '../engine/bendJson.js';
import { signer, signerPoint } from '../keys.js';
import { tokenUser } from '../service/requests.js';
import { hashOf, promised, type Seen, type Target } from '../target.js';

const malformed = ['TOKEN_MALFORMED'];
const unproved = ['TOKEN_MALFORMED', 'TOKEN_SIGNATURE_INVALID'];
/** The verifiers begin with the readers: of what no reader takes, this share is given to them, too. */
const unreadOneIn = 8;

const publicKey = toHex(decompressPoint(signerPoint));

/** Session tokens and verification tokens. */
export const jwt: Target = {
  name: 'JWT',
  functions: `readSessionToken, readVerificationToken; their verify… for all that is read, and 1 in ${unreadOneIn} of the rest`,
  form: 'text',
  most: 3_000,
  longest: 20_000,
  words: [
    '.',
    '..',
    '=',
    'e30',
    'eyJhbGciOiJub25lIn0',
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9',
    'AAAA',
    '-',
    '_',
    '+',
    '/',
    ' ',
    '\n',
  ],
  bentPercent: 50,
  bend,
  look,
  service: {
    name: 'otp_login and account, verificationToken',
    seeds: ({ verificationToken, session }) => [verificationToken, session],
    request: tokenUser,
  },
};

async function look(input: string): Promise<Seen> {
  const session = asked(malformed, () => readSessionToken(input));
  const verification = asked(malformed, () => readVerificationToken(input));
  if (session === undefined && verification === undefined && hashOf(input) % unreadOneIn > 0) return 'refused';
  const provedSession = await askedLater(unproved, () => verifySessionToken(input, publicKey));
  const proved = await askedLater(unproved, () => verifyVerificationToken(input, publicKey));
  promised(
    provedSession === undefined || same(provedSession, session),
    'a session that is proved is the one that is read',
  );
  promised(proved === undefined || same(proved, verification), 'a token that is proved is the one that is read');
  if (session === undefined && verification === undefined) return 'refused';
  const parts = input.split('.');
  promised(parts.length === 3, 'a token has three parts');
  promised(
    parts.every((part) => toBase64Url(fromBase64Url(part)) === part),
    'each part is the only text of its bytes',
  );
  const [header, claims] = parts.slice(0, 2).map((part) => JSON.parse(fromUtf8(fromBase64Url(part))));
  promised(
    same(Object.entries(header).sort(), [
      ['alg', 'ES256'],
      ['typ', 'JWT'],
    ]),
    'a token is signed with ES256',
  );
  for (const [name, value] of Object.entries({ ...session, ...verification })) {
    promised(claims[name] === value, 'a claim is the one that was signed');
  }
  const signedOnce = isSigned(input, (bytes) => bytes);
  const signedTwice = isSigned(input, await sha256(signedBytes(input)).then((digest) => () => digest));
  promised((proved !== undefined) === (verification !== undefined && signedOnce), 'OpenSSL proves the same tokens');
  promised(
    (provedSession !== undefined) === (session !== undefined && signedTwice),
    'OpenSSL proves the same sessions',
  );
  return 'taken';
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const signedBytes = (token: string) => utf8(token.slice(0, token.lastIndexOf('.')));

const opensslKey: KeyObject = createPublicKey({
  key: Buffer.from(concat(fromHex('3059301306072a8648ce3d020106082a8648ce3d030107034200'), fromHex(publicKey))),
  format: 'der',
  type: 'spki',
});

function isSigned(token: string, message: (signed: ReturnType<typeof utf8>) => ReturnType<typeof utf8>): boolean {
  const signature = fromBase64Url(token.slice(token.lastIndexOf('.') + 1));
  return nodeVerify('sha256', message(signedBytes(token)), { key: opensslKey, dsaEncoding: 'ieee-p1363' }, signature);
}

/** One part bent, and now and then signed anew, so that what the claims say is looked at behind a true signature. */
async function bend(chance: Chance, input: string): Promise<string> {
  const parts = input.split('.');
  if (chance() < 0.1) return otherParts(chance, parts).join('.');
  const place = chance() < 0.3 ? 0 : 1;
  const text = asked(['BASE64URL_MALFORMED', 'UTF8_MALFORMED'], () => fromUtf8(fromBase64Url(parts[place] ?? '')));
  parts[place] = toBase64Url(utf8(bentJson(chance, text ?? '{}')));
  if (chance() < 0.9) return parts.join('.');
  const [header = '', claims = ''] = parts;
  const signed = utf8(`${header}.${claims}`);
  const signature = await sign(signer, chance() < 0.5 ? signed : await sha256(signed));
  return `${header}.${claims}.${toBase64Url(pick(chance, [signature, signature, signature.slice(1)]))}`;
}

/** The same parts, one of them too often, too seldom, or at another place. */
function otherParts(chance: Chance, parts: readonly string[]): readonly string[] {
  const part = pick(chance, [...parts, '', 'e30']);
  return pick(chance, [[...parts, part], [part, ...parts], parts.slice(0, -1), parts.slice(1), parts.toReversed()]);
}
