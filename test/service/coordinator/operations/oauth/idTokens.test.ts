import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveActivity } from '../../../../../src/contract/activities.js';
import { createOauthProviders, oauthLogin } from '../../../../../src/contract/oauth.js';
import { createSubOrganization } from '../../../../../src/contract/organizations.js';
import { listSuborgs } from '../../../../../src/contract/organizations.queries.js';
import { proxyAccount, proxySignup } from '../../../../../src/contract/proxy.js';
import { proxyOauthLogin } from '../../../../../src/contract/proxyOauth.js';
import { proxySignupV2 } from '../../../../../src/contract/proxyV2.js';
import { readRefusal } from '../../../../../src/contract/readRefusal.js';
import { type RefusalCode, RefusedError } from '../../../../../src/contract/refusals.js';
import type { ActivityRow, Operation } from '../../../../../src/contract/row.js';
import { stampLogin } from '../../../../../src/contract/sessions.js';
import { createUsers } from '../../../../../src/contract/users.js';
import { toBase64Url } from '../../../../../src/crypto/base64url.js';
import { utf8 } from '../../../../../src/crypto/bytes.js';
import { createSigningKey, type SigningKey } from '../../../../../src/crypto/p256.js';
import { guardedOutbound } from '../../../../../src/service/node/guardedOutbound.js';
import { attestedStamper } from '../../../../../src/stampers/attestedStamp.js';
import { createTestClock } from '../../../../../src/testing/clock.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { unique } from '../../../../support/examples/example.js';
import { discoveryPath, startIssuer, type TestIssuer } from '../../../../support/issuer.js';
import { act, apiKeyOf, makeSubOrganization, type Party, proxyOf, rootOf } from '../../../../support/parties.js';
import { ask, callProxy, envelope, post } from '../../../../support/wire.js';

const clock = createTestClock();
const often = { most: 10_000, windowSeconds: 60 };
let service: TestService;
let issuer: TestIssuer;
let silent: TestIssuer;
let babbling: TestIssuer;
let root: Party;
let ada: Party;
let key: SigningKey;

beforeAll(async () => {
  [issuer, silent, babbling] = await Promise.all([startIssuer(clock), startIssuer(clock), startIssuer(clock)]);
  silent.answers.set(discoveryPath, { status: 503 });
  babbling.answers.set(discoveryPath, { body: '<html>' });
  const oidcIssuers = [issuer, silent, babbling].map(({ url, clientId }, index) => ({
    id: `example-${index}`,
    issuer: url,
    clientIds: [clientId],
    label: `Example ${index}`,
  }));
  const config = { oidcIssuers, signupsPerAddress: often, refusalsPerAddress: often };
  service = await createTestService({ clock, outbound: guardedOutbound('public and loopback'), config });
  root = await rootOf(service);
  [ada] = (await makeSubOrganization(service)).users;
  key = await createSigningKey();
});
afterAll(async () => {
  await service.close();
  await Promise.all([issuer, silent, babbling].map((each) => each.close()));
});

const seconds = () => Math.floor(clock() / 1000);
const tokenOf = (more: object = {}, of = issuer) => of.token(key.publicKey, { sub: unique('person'), ...more });

/** A token for each possible fault. */
const wrong: { readonly [Code in RefusalCode]?: () => Promise<string> } = {
  OIDC_TOKEN_MALFORMED: async () => 'x.y.z',
  OIDC_HEADER_REFUSED: async () => issuer.sign(await issuer.claims(key.publicKey), { jku: 'https://evil.example' }),
  OIDC_ALGORITHM_REFUSED: async () =>
    [{ alg: 'HS256' }, await issuer.claims(key.publicKey), {}]
      .map((part) => toBase64Url(utf8(JSON.stringify(part))))
      .join('.'),
  OIDC_ISSUER_UNKNOWN: () => tokenOf({ iss: 'https://evil.example' }),
  OIDC_AUDIENCE_UNKNOWN: () => tokenOf({ aud: 'another-app' }),
  OIDC_TOKEN_EXPIRED: () => tokenOf({ iat: seconds() - 300, exp: seconds() - 120 }),
  OIDC_TOKEN_TOO_OLD: () => tokenOf({ iat: seconds() - 661 }),
  OIDC_TOKEN_NOT_YET_VALID: () => tokenOf({ iat: seconds() + 600 }),
  OIDC_KEY_UNKNOWN: async () => issuer.sign(await issuer.claims(key.publicKey), { kid: 'nobody' }),
  OIDC_SIGNATURE_INVALID: async () =>
    `${(await tokenOf()).split('.').slice(0, 2).join('.')}.${(await tokenOf()).split('.')[2]}`,
  PROVIDER_UNREACHABLE: () => tokenOf({}, silent),
  PROVIDER_ANSWER_INVALID: () => tokenOf({}, babbling),
};

const providers = (oidcToken: string) => [{ providerName: 'Example', oidcToken }];
const lists = { apiKeys: [], authenticators: [] };

async function attested(token: string, row: ActivityRow, parameters: object): Promise<unknown> {
  clock.advanceMs(1);
  const body = envelope(service, row, ada.organizationId, parameters);
  const { name, value } = await attestedStamper(key, token, 'STAMP_ATTESTED_SCHEME_P256_OIDC').stamp(utf8(body));
  const response = await post(service, row.path, body, { [name]: value });
  if (!response.ok) throw readRefusal(response.status, await response.json(), null);
  return response;
}

/** Every row that takes an ID token, and a request with one. */
const asked: readonly [Operation, (token: string) => Promise<unknown>][] = [
  [proxyAccount, (token) => callProxy(service, proxyAccount, { filterType: 'OIDC_TOKEN', filterValue: token })],
  [proxyOauthLogin, (oidcToken) => callProxy(service, proxyOauthLogin, { oidcToken, publicKey: key.publicKey })],
  [proxySignup, (token) => callProxy(service, proxySignup, { ...lists, oauthProviders: providers(token) })],
  [proxySignupV2, (token) => callProxy(service, proxySignupV2, { ...lists, oauthProviders: providers(token) })],
  [
    createOauthProviders,
    (token) => act(service, ada, createOauthProviders, { userId: ada.userId, oauthProviders: providers(token) }),
  ],
  [
    createSubOrganization,
    (token) =>
      act(service, root, createSubOrganization, {
        subOrganizationName: 'Sub',
        rootQuorumThreshold: 1,
        rootUsers: [{ userName: 'Root', ...lists, oauthProviders: providers(token) }],
      }),
  ],
  [
    createUsers,
    (token) => {
      const user = { userName: unique('user'), userTags: [], ...lists, oauthProviders: providers(token) };
      return act(service, ada, createUsers, { users: [user] });
    },
  ],
  [
    oauthLogin,
    (oidcToken) => {
      const there = { ...root, organizationId: ada.organizationId };
      return act(service, there, oauthLogin, { oidcToken, publicKey: key.publicKey });
    },
  ],
  [stampLogin, (token) => attested(token, stampLogin, { publicKey: key.publicKey })],
  [approveActivity, (token) => attested(token, approveActivity, { fingerprint: `sha256:${'0'.repeat(64)}` })],
  [
    listSuborgs,
    (filterValue) => {
      const { organizationId } = root;
      return ask(service, root.key, listSuborgs, { organizationId, filterType: 'OIDC_TOKEN', filterValue });
    },
  ],
];

const outcomeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'ok',
    (error: unknown) => (error instanceof RefusedError ? error.code : Promise.reject(error)),
  );

test.each(asked.map(([row, show]) => ({ name: `${row.kind} ${row.name}`, row, show })))(
  'T-32 an ID token that is not good is refused by $name for what is wrong with it',
  async ({ row, show }) => {
    const answers: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const [code, make] of Object.entries(wrong)) {
      if (!(row.refusals as readonly string[]).includes(code)) continue;
      answers[code] = await outcomeOf(show(await make()));
      expected[code] = code;
    }
    expect(answers).toEqual(expected);
    expect(Object.keys(answers).length).toBeGreaterThanOrEqual(11);
  },
);

test('T-32 a token that another key has requested is refused by every operation that checks its key', async () => {
  const thief = await createSigningKey();
  const stolen = await issuer.token(thief.publicKey, { sub: unique('person') });
  const beside = { ...lists, apiKeys: [apiKeyOf(key)], oauthProviders: providers(stolen) };
  const shown = asked.filter(([row]) =>
    [proxyOauthLogin, oauthLogin, stampLogin, approveActivity].some((of) => of === row),
  );
  for (const [{ name }, show] of shown) expect(await outcomeOf(show(stolen)), name).toBe('OIDC_NONCE_MISMATCH');
  for (const row of [proxySignup, proxySignupV2])
    expect(await outcomeOf(callProxy(service, row, beside)), row.name).toBe('OIDC_NONCE_MISMATCH');
  const rootUsers = [{ userName: 'Root', ...beside }];
  const made = { subOrganizationName: 'Sub', rootQuorumThreshold: 1, rootUsers };
  expect(await outcomeOf(act(service, await proxyOf(service), createSubOrganization, made))).toBe(
    'OIDC_NONCE_MISMATCH',
  );
});

test('claims without a token of the same issuer and person are refused', async () => {
  const oidcClaims = { iss: issuer.url, sub: unique('person'), aud: issuer.clientId };
  const oauthProviders = [{ providerName: 'Claimed', oidcClaims }];
  expect(await outcomeOf(callProxy(service, proxySignupV2, { ...lists, oauthProviders }))).toBe('OIDC_CLAIMS_UNPROVED');
  const given = { userId: ada.userId, oauthProviders };
  expect(await outcomeOf(act(service, ada, createOauthProviders, given))).toBe('OIDC_CLAIMS_UNPROVED');
  const users = [{ userName: unique('user'), userTags: [], ...lists, oauthProviders }];
  expect(await outcomeOf(act(service, ada, createUsers, { users }))).toBe('OIDC_CLAIMS_UNPROVED');
});
