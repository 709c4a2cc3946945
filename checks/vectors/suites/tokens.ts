import { proxyAccount, proxyOtpInit, proxyOtpVerify } from '../../../src/contract/proxy.js';
import { readRefusal } from '../../../src/contract/readRefusal.js';
import { fromBase64Url } from '../../../src/crypto/base64url.js';
import { concat, equalBytes, fromUtf8, utf8 } from '../../../src/crypto/bytes.js';
import { hmacSha256 } from '../../../src/crypto/digest.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { readJsonObject } from '../../../src/crypto/json.js';
import { compressPoint, createSigningKey, decompressPoint, verify } from '../../../src/crypto/p256.js';
import { verifySessionToken, verifyVerificationToken } from '../../../src/crypto/tokens.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { listVectors, readVectors } from '../files.js';
import { asked, eachOf, judged, type Suite, type Verdict } from '../suite.js';
import { readWycheproof } from '../wycheproof.js';

type Jwk = { kty: string; crv?: string; x?: string; y?: string; k?: string; use?: string; key_ops?: string[] };
type Vector = { public?: Jwk; private?: Jwk; jws?: unknown; jwe?: unknown };
type Token = { id: string; result: Verdict; text: string; key: Jwk | undefined };

const signatures = 'json_web_signature_test.json';
const keys = 'json_web_crypto_test.json';
const cookbook = 'jose/';

/** Tokens of every kind but ours. Our reader takes one header alone, so that the valid ones are refused, each for its reason. */
export const tokens: Suite[] = [
  throughReaders('JWS', signatures, () => wycheproof(signatures)),
  throughCall('JWS', signatures, () => wycheproof(signatures)),
  throughParts(signatures),
  throughReaders('JWS and JWE by JWK', keys, () => wycheproof(keys)),
  throughCall('JWS and JWE by JWK', keys, () => wycheproof(keys)),
  throughParts(keys),
  throughReaders('JOSE cookbook, RFC 7520, 7797 and 8037', cookbook, readCookbook),
];

function throughReaders(name: string, vectors: string, read: () => Token[]): Suite {
  return {
    name,
    through: 'verifySessionToken, verifyVerificationToken',
    vectors,
    async run() {
      const other = await createSigningKey();
      return eachOf(read(), async ({ id, result, text, key }) => {
        const publicKey = pointOf(key) ?? toHex(decompressPoint(fromHex(other.publicKey)));
        const session = await asked(() => verifySessionToken(text, publicKey));
        const verification = await asked(() => verifyVerificationToken(text, publicKey));
        const answer = { value: 'value' in session || 'value' in verification };
        return judged({ id, verdict: result, answer, because: () => whyNotOurs(text) });
      });
    },
  };
}

function throughCall(name: string, vectors: string, read: () => Token[]): Suite {
  return {
    name,
    through: `verificationToken at POST ${proxyAccount.path}`,
    vectors,
    async run() {
      // All of them come from one address.
      const often = { most: 10_000, windowSeconds: 1 };
      const config = { refusalsPerAddress: often, requestsPerAddress: often };
      const service = await createTestService({ config });
      if (!(await isTaken(service, await ownToken(service))))
        throw new Error('The service refuses a token of its own.');
      const outcomes = await eachOf(read(), async ({ id, result, text }) => {
        const answer = { value: await isTaken(service, text) };
        return judged({ id, verdict: result, answer, because: () => whyNotOurs(text) });
      });
      await service.close();
      return outcomes;
    },
  };
}

/**
 * What the token reader is made of, without its rule on headers: strict base64url for each part, strict JSON for the header,
 * then ES256, or HMAC in the place of it. So the vectors' valid tokens can be taken, and the others be refused for their own fault.
 */
function throughParts(vectors: string): Suite {
  return {
    name: 'JWS, ES256 and HS256',
    through: 'fromBase64Url, readJsonObject, then verify or hmacSha256',
    vectors,
    run: () => {
      const all = wycheproof(vectors);
      const taken = new Set(all.filter(({ result }) => result === 'valid').map(({ text }) => text));
      return eachOf(all, async ({ id, result, text, key }) => {
        if (!isSignatureKey(key))
          return { is: 'out of reach', because: 'keys of other kinds, for other uses, or in a set' };
        // In two cases the padding that is at fault has got lost: what is left is, to the letter, a valid case of the same file.
        if (result === 'invalid' && taken.has(text))
          return { is: 'out of reach', because: 'called valid in another case' };
        const answer = await asked(() => verifies(text, key));
        const because = () => (/^[\w.-]*$/.test(text) ? undefined : 'characters that base64url does not have');
        return judged({ id, verdict: result, answer, because });
      });
    },
  };
}

async function verifies(text: string, key: Jwk): Promise<boolean> {
  const [header = '', claims = '', signature = '', ...more] = text.split('.');
  const [headerBytes, , raw] = [header, claims, signature].map(fromBase64Url);
  if (more.length > 0 || headerBytes === undefined || raw === undefined) return false;
  const { alg } = readJsonObject(fromUtf8(headerBytes));
  const input = utf8(`${header}.${claims}`);
  if (key.kty === 'oct') return alg === 'HS256' && equalBytes(await hmacSha256(fromBase64Url(key.k ?? ''), input), raw);
  return alg === 'ES256' && verify(compressPoint(pointBytes(key)), raw, input);
}

/** A verification token that the service itself made, without which a service that refuses everything would look right. */
async function ownToken(service: TestService): Promise<string> {
  const { otpId } = await (await post(service, proxyOtpInit.path, { otpType: 'OTP_TYPE_EMAIL', contact })).json();
  await service.service.deliver();
  const { publicKey } = await createSigningKey();
  const proof = { otpId, otpCode: service.inbox.lastCode(contact), publicKey };
  const { verificationToken } = await (await post(service, proxyOtpVerify.path, proof)).json();
  return verificationToken;
}

/** The service's answer: whether it looked the account up. */
async function isTaken(service: TestService, verificationToken: string): Promise<boolean> {
  const request = { filterType: 'EMAIL', filterValue: contact, verificationToken };
  const response = await post(service, proxyAccount.path, request);
  const answer: unknown = await response.json();
  if (response.ok) return true;
  const { code } = readRefusal(response.status, answer);
  if (code === 'VERIFICATION_TOKEN_INVALID' || code === 'REQUEST_INVALID') return false;
  throw new Error(`The service answered ${response.status} ${code} to a token.`);
}

const contact = 'ada@example.com';

function post({ service, authProxyConfigId }: TestService, path: string, request: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', 'X-Auth-Proxy-Config-Id': authProxyConfigId };
  const body = JSON.stringify(request);
  return service.fetch(new Request(`https://latchkey.test${path}`, { method: 'POST', headers, body }));
}

function wycheproof(name: string): Token[] {
  return readWycheproof<Vector>(name).map(({ id, result, jws, jwe, public: publicKey, private: privateKey }) => {
    return { id, result, text: asText(jws ?? jwe), key: publicKey ?? privateKey };
  });
}

function readCookbook(): Token[] {
  type Example = { title?: string; output?: Record<string, unknown>; sign?: Example; encrypt?: Example };
  return listVectors('jose').flatMap((path) => {
    const example = readVectors<Example>(path);
    return [example, example.sign, example.encrypt].flatMap((part) =>
      Object.entries(part?.output ?? {}).map(([form, token]) => {
        return { id: `${path} ${form}`, result: 'valid' as const, text: asText(token), key: undefined };
      }),
    );
  });
}

const asText = (token: unknown) => (typeof token === 'string' ? token : JSON.stringify(token));

/** Read leniently, by Node: why a token is not of our kind. Undefined for one that is, so that its refusal would stand out. */
function whyNotOurs(text: string): string | undefined {
  if (text.startsWith('{')) return 'JSON serialization: ours are compact';
  const [header = ''] = text.split('.');
  const { alg, typ, ...others } = JSON.parse(Buffer.from(header, 'base64url').toString('utf8'));
  if (alg !== 'ES256') return `alg ${alg}: ours is ES256`;
  if (typ !== 'JWT') return 'ES256, but no typ JWT';
  return Object.keys(others).length > 0 ? 'ES256, but more in the header than alg and typ' : undefined;
}

function isSignatureKey(key: Jwk | undefined): key is Jwk {
  const signs = key?.use === 'sig' && key.key_ops === undefined;
  return signs && ((key.kty === 'EC' && key.crv === 'P-256') || key.kty === 'oct');
}

const pointOf = (key: Jwk | undefined) => (key?.crv === 'P-256' ? toHex(pointBytes(key)) : undefined);

const pointBytes = ({ x = '', y = '' }: Jwk) => concat(Uint8Array.of(4), fromBase64Url(x), fromBase64Url(y));
