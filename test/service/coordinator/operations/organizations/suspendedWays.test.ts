import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthenticators } from '../../../../../src/contract/authenticators.js';
import { createApiKeys } from '../../../../../src/contract/credentials.js';
import { emailAuth, initUserEmailRecovery, recoverUser } from '../../../../../src/contract/mailKeys.js';
import { createOauthProviders } from '../../../../../src/contract/oauth.js';
import { initOtpAuth, otpAuth } from '../../../../../src/contract/otpAuth.js';
import { proxyOtpLogin, proxyOtpVerify, proxySignup } from '../../../../../src/contract/proxy.js';
import { proxyOauthLogin } from '../../../../../src/contract/proxyOauth.js';
import type { ActivityRow } from '../../../../../src/contract/row.js';
import { activityRows } from '../../../../../src/contract/rows.js';
import { createReadOnlySession, createReadWriteSession, stampLogin } from '../../../../../src/contract/sessions.js';
import { signRawPayload } from '../../../../../src/contract/signing.js';
import { resumeSubOrganization, suspendSubOrganization } from '../../../../../src/contract/subOrganizations.js';
import { listWallets } from '../../../../../src/contract/wallets.queries.js';
import { utf8 } from '../../../../../src/crypto/bytes.js';
import { createSigningKey, type SigningKey } from '../../../../../src/crypto/p256.js';
import { guardedOutbound } from '../../../../../src/service/node/guardedOutbound.js';
import type { KeyStamper } from '../../../../../src/stampers/stamper.js';
import { createTestClock } from '../../../../../src/testing/clock.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { startIssuer, type TestIssuer } from '../../../../support/issuer.js';
import { keyIn, mailedBundle, newTarget } from '../../../../support/mailedKeys.js';
import { apiKeyOf, codeOf, done, newKey, type Party, rootOf } from '../../../../support/parties.js';
import { createPasskey, type TestPasskey } from '../../../../support/passkey.js';
import {
  callProxy,
  codeFor,
  envelope,
  loginRequest,
  type Person,
  post,
  signupRequest,
  stampOf,
  verifiedToken,
} from '../../../../support/wire.js';
import { ethereumWallet, solanaWallet } from './walletStampers.js';

/** What goes with a body in a request of theirs. */
type Credential = (body: string) => Promise<Record<string, string>>;
/** Begun before the suspension; what it returns ends it, once they are suspended. */
type Way = (person: Everyone) => Promise<() => Promise<Credential>>;

/** Somebody who has every way in. */
type Everyone = Person & {
  readonly contact: string;
  readonly apiKey: SigningKey;
  readonly passkey: TestPasskey;
  /** Their name at the provider. */
  readonly sub: string;
};

const clock = createTestClock();
const often = { most: 10_000, windowSeconds: 60 };
let service: TestService;
let issuer: TestIssuer;
let root: Party;

beforeAll(async () => {
  issuer = await startIssuer(clock);
  service = await createTestService({
    clock,
    outbound: guardedOutbound('public and loopback'),
    config: {
      ...issuer.config,
      codesPerContact: often,
      codesPerAddress: often,
      codesPerContactAndAddress: often,
      codesPerContactAndAddressLong: often,
      allowedAuthMethods: ['email', 'sms', 'passkey'],
    },
  });
  root = await rootOf(service);
});
afterAll(async () => {
  await service.close();
  await issuer.close();
});

let people = 0;

async function everyone(kind: 'email' | 'sms' = 'email'): Promise<Everyone> {
  people += 1;
  const contact = kind === 'sms' ? `+4917012345${String(people).padStart(2, '0')}` : `person-${people}@example.com`;
  const sub = `person-${people}`;
  const { token, key } = await verifiedToken(service, contact, otpTypeOf(contact));
  const made = await callProxy<Person & { wallet: { addresses: string[] } }>(
    service,
    proxySignup,
    await signupRequest(token, key),
  );
  await callProxy(service, proxyOtpLogin, await loginRequest(token, key, made.organizationId));
  const person = { ...made, key, addresses: made.wallet.addresses };
  const { userId } = person;
  const apiKey = await newKey(service, person, userId);
  const passkey = await createPasskey();
  await done(service, person, createAuthenticators, { userId, authenticators: [await passkey.register()] });
  const oidcToken = await issuer.token(person.key.publicKey, { sub });
  const oauthProviders = [{ providerName: 'Example ID', oidcToken }];
  await done(service, person, createOauthProviders, { userId, oauthProviders });
  return { ...person, contact, apiKey, passkey, sub };
}

const by =
  (key: SigningKey): Credential =>
  (body) =>
    stampOf(key, body);

/** Submits with whatever credential. @returns the refusal's code, or `done` */
async function outcome(credential: Credential, { organizationId }: Person, row: ActivityRow, parameters: object) {
  service.clock.advanceMs(1);
  const body = envelope(service, row, organizationId, parameters);
  const response = await post(service, row.path, body, await credential(body));
  return response.ok ? 'done' : codeOf(response);
}

const signing = ({ addresses: [signWith = ''] }: Person) => ({
  ...{ signWith, payload: 'ab'.repeat(32), encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' },
  hashFunction: 'HASH_FUNCTION_NO_OP',
});

const sign = (credential: Credential, person: Person) => outcome(credential, person, signRawPayload, signing(person));

async function read(credential: Credential, { organizationId }: Person) {
  const body = JSON.stringify({ organizationId });
  const response = await post(service, listWallets.path, body, await credential(body));
  return response.ok ? 'done' : codeOf(response);
}

/** A login by the proxy, for a key of its own. */
async function otpLogin({ contact, organizationId }: Everyone): Promise<Credential> {
  const { token, key } = await verifiedToken(service, contact, otpTypeOf(contact));
  await callProxy(service, proxyOtpLogin, await loginRequest(token, key, organizationId));
  return by(key);
}

const otpTypeOf = (contact: string) => (contact.startsWith('+') ? 'OTP_TYPE_SMS' : 'OTP_TYPE_EMAIL');

/** The same from a code that is there already. */
async function loginByCode({ organizationId }: Everyone, code: { otpId: string; otpCode: string }) {
  const key = await createSigningKey();
  const { verificationToken } = await callProxy<{ verificationToken: string }>(service, proxyOtpVerify, {
    ...code,
    publicKey: key.publicKey,
  });
  await callProxy(service, proxyOtpLogin, await loginRequest(verificationToken, key, organizationId));
  return by(key);
}

async function oauthLogin(key: SigningKey, oidcToken: string): Promise<Credential> {
  await callProxy(service, proxyOauthLogin, { oidcToken, publicKey: key.publicKey });
  return by(key);
}

/** A wallet's key, registered as an API key. */
async function walletKey(person: Everyone, { publicKey, stamp }: KeyStamper, curveType: Curve): Promise<Credential> {
  const { userId } = person;
  await done(service, person, createApiKeys, { userId, apiKeys: [{ apiKeyName: 'Wallet', publicKey, curveType }] });
  return async (body) => {
    const { name, value } = await stamp(utf8(body));
    return { [name]: value };
  };
}

type Curve = 'API_KEY_CURVE_SECP256K1' | 'API_KEY_CURVE_ED25519';

/** A session of a new key, by a credential that lasts. */
async function stampedLogin(person: Person, credential: Credential): Promise<Credential> {
  const key = await createSigningKey();
  expect(await outcome(credential, person, stampLogin, { publicKey: key.publicKey })).toBe('done');
  return by(key);
}

const there = ({ organizationId }: Person) => ({ ...root, organizationId });

/** @returns what opens the mail, and gives the key in it */
async function mailed(person: Everyone, row: typeof emailAuth | typeof initUserEmailRecovery) {
  const { target, targetPublicKey } = await newTarget();
  const emailCustomization = { appName: 'Acme' };
  await done(service, there(person), row, { email: person.contact, targetPublicKey, emailCustomization });
  const bundle = await mailedBundle(service, person.contact);
  return () => keyIn(bundle, target);
}

async function otpAuthCode(person: Everyone) {
  const asked = { otpType: 'OTP_TYPE_EMAIL', contact: person.contact, appName: 'Acme' } as const;
  const { otpId } = await done(service, there(person), initOtpAuth, asked);
  await service.service.deliver();
  return { otpId, otpCode: service.inbox.lastCode(person.contact) ?? '' };
}

async function otpAuthKey(person: Everyone, code: { otpId: string; otpCode: string }): Promise<Credential> {
  const { target, targetPublicKey } = await newTarget();
  const { credentialBundle = '' } = await done(service, there(person), otpAuth, { ...code, targetPublicKey });
  return by(await keyIn(credentialBundle, target));
}

/** Recovers: a new passkey, registered by the key of a mail. */
async function recovered(person: Everyone, key: SigningKey): Promise<Credential> {
  const passkey = await createPasskey();
  const { userId } = person;
  const authenticator = await passkey.register();
  await done(service, { ...person, key }, recoverUser, { userId, authenticator });
  return passkey.stamp;
}

async function readWriteSession(person: Person, key: SigningKey): Promise<Credential> {
  const { target, targetPublicKey } = await newTarget();
  const made = await done(service, { ...person, key }, createReadWriteSession, { targetPublicKey });
  return by(await keyIn(made.credentialBundle, target));
}

async function readOnlySession(person: Person, key: SigningKey): Promise<Credential> {
  const { session } = await done(service, { ...person, key }, createReadOnlySession, {});
  return async () => ({ 'X-Session': session });
}

const atOnce = (enter: (person: Everyone) => Promise<Credential>): Way => {
  return async (person) => () => enter(person);
};
const before = (enter: (person: Everyone) => Promise<Credential>): Way => {
  return async (person) => {
    const credential = await enter(person);
    return async () => credential;
  };
};

/** A session that was there is gone; what came while suspended is gone after it; what lasts works again. */
const ended = { signs: 'PUBLIC_KEY_NOT_FOUND', reads: 'PUBLIC_KEY_NOT_FOUND', resumed: 'PUBLIC_KEY_NOT_FOUND' };
const held = { signs: 'SUSPENDED', reads: 'done', resumed: 'PUBLIC_KEY_NOT_FOUND' };
const lasts = { ...held, resumed: 'done' };

const ways: [name: string, way: Way, expected: object, kind?: 'sms'][] = [
  ['a session that was there', before(otpLogin), ended],
  ['a session by an API key that was there', before((person) => stampedLogin(person, by(person.apiKey))), ended],
  ['a read-write session that was there', before((person) => readWriteSession(person, person.apiKey)), ended],
  ['an API key', atOnce(async ({ apiKey }) => by(apiKey)), lasts],
  ['a passkey', atOnce(async ({ passkey }) => passkey.stamp), lasts],
  ['an Ethereum wallet', before((person) => walletKey(person, ethereumWallet(), 'API_KEY_CURVE_SECP256K1')), lasts],
  ['a Solana wallet', before((person) => walletKey(person, solanaWallet(), 'API_KEY_CURVE_ED25519')), lasts],
  [
    'a login by an Ethereum wallet',
    async (person) => {
      const credential = await walletKey(person, ethereumWallet(), 'API_KEY_CURVE_SECP256K1');
      return () => stampedLogin(person, credential);
    },
    held,
  ],
  ['a login by e-mail', atOnce(otpLogin), held],
  ['a login by SMS', atOnce(otpLogin), held, 'sms'],
  [
    'a code that was sent before',
    async (person) => {
      const code = await codeFor(service, person.contact);
      return () => loginByCode(person, code);
    },
    held,
  ],
  [
    'a code by SMS that was sent before',
    async (person) => {
      const code = await codeFor(service, person.contact, 'OTP_TYPE_SMS');
      return () => loginByCode(person, code);
    },
    held,
    'sms',
  ],
  [
    'a code that was verified before',
    async ({ contact, organizationId }) => {
      const { token, key } = await verifiedToken(service, contact);
      return async () => {
        await callProxy(service, proxyOtpLogin, await loginRequest(token, key, organizationId));
        return by(key);
      };
    },
    held,
  ],
  [
    'a provider, asked before',
    async ({ sub }) => {
      const key = await createSigningKey();
      const token = await issuer.token(key.publicKey, { sub });
      return () => oauthLogin(key, token);
    },
    held,
  ],
  [
    'a provider',
    atOnce(async ({ sub }) => {
      const key = await createSigningKey();
      return oauthLogin(key, await issuer.token(key.publicKey, { sub }));
    }),
    held,
  ],
  ['a login by passkey', atOnce((person) => stampedLogin(person, person.passkey.stamp)), held],
  ['a login by API key', atOnce((person) => stampedLogin(person, by(person.apiKey))), held],
  ['a read-write session', atOnce((person) => readWriteSession(person, person.apiKey)), held],
  [
    'a mail with a key that was sent before',
    async (person) => {
      const open = await mailed(person, emailAuth);
      return async () => by(await open());
    },
    ended,
  ],
  ['a mail with a key', atOnce(async (person) => by(await (await mailed(person, emailAuth))())), held],
  [
    'a code for a key that was sent before',
    async (person) => {
      const code = await otpAuthCode(person);
      return () => otpAuthKey(person, code);
    },
    held,
  ],
  ['a code for a key', atOnce(async (person) => otpAuthKey(person, await otpAuthCode(person))), held],
  [
    'a recovery',
    atOnce(async (person) => recovered(person, await (await mailed(person, initUserEmailRecovery))())),
    lasts,
  ],
  [
    'a recovery whose mail was sent before',
    async (person) => {
      const open = await mailed(person, initUserEmailRecovery);
      return async () => by(await open());
    },
    ended,
  ],
];

test.each(ways)('T-51 a suspended person does nothing by %s', async (_, way, expected, kind) => {
  const person = await everyone(kind);
  expect(await sign(by(person.apiKey), person)).toBe('done');
  const enter = await way(person);
  const { organizationId: subOrganizationId, userId } = person;
  service.clock.advanceMs(1);
  await done(service, root, suspendSubOrganization, { subOrganizationId, reason: 'Their phone was stolen' });
  const credential = await enter();
  const signs = await sign(credential, person);
  const adds = await outcome(credential, person, createApiKeys, {
    userId,
    apiKeys: [apiKeyOf(await createSigningKey(), 'Another')],
  });
  expect(adds).toBe(signs);
  const reads = await read(credential, person);
  service.clock.advanceMs(1);
  await done(service, root, resumeSubOrganization, { subOrganizationId });
  expect({ signs, reads, resumed: await sign(credential, person) }).toEqual(expected);
});

test('T-51 a session that reads alone ends, too, and one that came since does nothing but read', async () => {
  const person = await everyone();
  const early = await readOnlySession(person, person.apiKey);
  const { organizationId: subOrganizationId } = person;
  await done(service, root, suspendSubOrganization, { subOrganizationId, reason: 'Their phone was stolen' });
  expect(await read(early, person)).toBe('PUBLIC_KEY_NOT_FOUND');
  const late = await readOnlySession(person, person.apiKey);
  expect(await read(late, person)).toBe('done');
  for (const credential of [early, late]) expect(await sign(credential, person)).toBe('STAMP_NOT_TAKEN');
});

test('there is no other activity that lets somebody in while suspended', () => {
  const rows = Object.values<ActivityRow>(activityRows).filter(({ whileSuspended }) => whileSuspended === 'allowed');
  expect(new Set(rows.map(({ name }) => name))).toEqual(
    new Set([
      ...[
        'init_otp',
        'verify_otp',
        'otp_login',
        'oauth_login',
        'stamp_login',
        'email_auth',
        'init_otp_auth',
        'otp_auth',
      ],
      ...['init_user_email_recovery', 'create_read_only_session', 'create_read_write_session'],
      'oauth2_authenticate', // answers a provider's token, which oauth_login takes
    ]),
  );
});
