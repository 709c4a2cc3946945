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
import { mutatedJson } from '../engine/mutateJson.js';
import { orRefused, orRefusedLater } from '../engine/orRefused.js';
import { signer, signerPoint } from '../keys.js';
import { tokenRequest } from '../service/requests.js';
import { hashOf, mustHold, type Outcome, type Target } from '../target.js';

const malformed = ['TOKEN_MALFORMED'];
const notVerified = ['TOKEN_MALFORMED', 'TOKEN_SIGNATURE_INVALID'];
/** The verifiers call the readers first. One in this many texts that no reader accepts is given to the verifiers, too. */
const unreadOneIn = 8;

const publicKey = toHex(decompressPoint(signerPoint));

/** Session tokens and verification tokens. */
export const jwt: Target = {
  name: 'JWT',
  functions: `readSessionToken, readVerificationToken; their verify… for all texts that are read, and 1 in ${unreadOneIn} of the others`,
  form: 'text',
  maxUnits: 3_000,
  stretchedUnits: 20_000,
  dictionary: [
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
  structuredPercent: 50,
  mutate,
  run,
  service: {
    name: 'otp_login and account, verificationToken',
    seeds: ({ verificationToken, session }) => [verificationToken, session],
    request: tokenRequest,
  },
};

async function run(input: string): Promise<Outcome> {
  const session = orRefused(malformed, () => readSessionToken(input));
  const verification = orRefused(malformed, () => readVerificationToken(input));
  if (session === undefined && verification === undefined && hashOf(input) % unreadOneIn > 0) return 'refused';
  const provedSession = await orRefusedLater(notVerified, () => verifySessionToken(input, publicKey));
  const proved = await orRefusedLater(notVerified, () => verifyVerificationToken(input, publicKey));
  mustHold(
    provedSession === undefined || same(provedSession, session),
    'a session that is proved is the one that is read',
  );
  mustHold(proved === undefined || same(proved, verification), 'a token that is proved is the one that is read');
  if (session === undefined && verification === undefined) return 'refused';
  const parts = input.split('.');
  mustHold(parts.length === 3, 'a token has three parts');
  mustHold(
    parts.every((part) => toBase64Url(fromBase64Url(part)) === part),
    'each part is the only text of its bytes',
  );
  const [header, claims] = parts.slice(0, 2).map((part) => JSON.parse(fromUtf8(fromBase64Url(part))));
  mustHold(
    same(Object.entries(header).sort(), [
      ['alg', 'ES256'],
      ['typ', 'JWT'],
    ]),
    'a token is signed with ES256',
  );
  for (const [name, value] of Object.entries({ ...session, ...verification })) {
    mustHold(claims[name] === value, 'a claim is the one that was signed');
  }
  const signedOnce = isSigned(input, (bytes) => bytes);
  const signedTwice = isSigned(input, await sha256(signedBytes(input)).then((digest) => () => digest));
  mustHold((proved !== undefined) === (verification !== undefined && signedOnce), 'OpenSSL proves the same tokens');
  mustHold(
    (provedSession !== undefined) === (session !== undefined && signedTwice),
    'OpenSSL proves the same sessions',
  );
  return 'accepted';
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

/** Changes one part, and sometimes signs the token again, so that the claims are read. */
async function mutate(chance: Chance, input: string): Promise<string> {
  const parts = input.split('.');
  if (chance() < 0.1) return otherParts(chance, parts).join('.');
  const place = chance() < 0.3 ? 0 : 1;
  const text = orRefused(['BASE64URL_MALFORMED', 'UTF8_MALFORMED'], () => fromUtf8(fromBase64Url(parts[place] ?? '')));
  parts[place] = toBase64Url(utf8(mutatedJson(chance, text ?? '{}')));
  if (chance() < 0.9) return parts.join('.');
  const [header = '', claims = ''] = parts;
  const signed = utf8(`${header}.${claims}`);
  const signature = await sign(signer, chance() < 0.5 ? signed : await sha256(signed));
  return `${header}.${claims}.${toBase64Url(pick(chance, [signature, signature, signature.slice(1)]))}`;
}

/** Repeats, removes or moves a part. */
function otherParts(chance: Chance, parts: readonly string[]): readonly string[] {
  const part = pick(chance, [...parts, '', 'e30']);
  return pick(chance, [[...parts, part], [part, ...parts], parts.slice(0, -1), parts.slice(1), parts.toReversed()]);
}
