import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSubOrganization } from '../../../src/contract/organizations.js';
import { otpLogin } from '../../../src/contract/otp.js';
import { proxyOtpVerify } from '../../../src/contract/proxy.js';
import { RefusedError } from '../../../src/contract/refusals.js';
import type { ActivityRow, QueryRow } from '../../../src/contract/row.js';
import { activityRows, queryRows } from '../../../src/contract/rows.js';
import { toHex } from '../../../src/crypto/hex.js';
import {
  type AgreementKey,
  createSigningKey,
  importAgreementKey,
  importSigningKey,
  publicKeyOf,
  type SigningKey,
} from '../../../src/crypto/p256.js';
import { openProxyKey } from '../../../src/service/configuration/proxyKey.js';
import { createService } from '../../../src/service/createService.js';
import { createInbox } from '../../../src/service/delivery/inbox.js';
import { makeParent } from '../../../src/service/makeParent.js';
import { openLibsql } from '../../../src/service/store/openLibsql.js';
import { contentsOf, votesIn } from '../../support/contents.js';
import { exampleOf, requestOfVersion } from '../../support/examples/examples.js';
import { absent, type Resources, resourcesOf } from '../../support/examples/resources.js';
import { absentId, apiKeyOf } from '../../support/parties.js';
import { tickingClock } from '../../support/tickingClock.js';
import {
  ask,
  callProxy,
  codeFor,
  loginRequest,
  type Person,
  signUp,
  submit,
  verifiedToken,
  type Wired,
} from '../../support/wire.js';

let wired: Wired;
let parentId: string;
let configuration: { config_id: string; sealed_proxy_key: Uint8Array<ArrayBuffer>; proxy_user_id: string };
let decryptionKey: AgreementKey;
let proxyKey: SigningKey;
let rootKey: SigningKey;
let ada: Person;
/** Her resources, without those that are created while the proxy's key is tested. */
let adas: Resources;

/** A service whose proxy's decryption key the test holds, as the proxy does. */
beforeAll(async () => {
  const secret = new Uint8Array(32).fill(7);
  const clock = tickingClock();
  const inbox = createInbox(clock);
  const service = await createService({
    store: await openLibsql(':memory:'),
    secrets: {
      masterKeys: [{ id: 'test', key: new Uint8Array(32) }],
      codePepper: new Uint8Array(32),
      proxyKey: secret,
    },
    send: inbox.send,
    clock,
  });
  rootKey = await createSigningKey();
  const parent = await makeParent(service.tools, { name: 'Test', rootPublicKey: rootKey.publicKey });
  wired = { service, clock, inbox, authProxyConfigId: parent.authProxyConfigId };
  parentId = parent.organizationId;
  const { db } = service.tools.store;
  const row = await db.selectFrom('auth_proxy_configs').selectAll().executeTakeFirstOrThrow();
  configuration = row;
  decryptionKey = await importAgreementKey(secret);
  const privateKey = toHex(await openProxyKey([decryptionKey], row.config_id, row.sealed_proxy_key));
  proxyKey = await importSigningKey({ publicKey: await publicKeyOf(privateKey), privateKey });
  expect(proxyKey.publicKey).toBe(row.proxy_public_key);
  ada = await signUp(wired, 'ada@example.com');
  adas = { ...(await resourcesOf(wired, ada, parentId)), spare: async (name) => absent[name] };
});
afterAll(() => wired.service.close());

/** The answer to the proxy's own key for a row: `done`, or the code of the refusal. */
async function tried(asked: Promise<unknown>): Promise<string> {
  try {
    await asked;
    return 'done';
  } catch (error) {
    if (error instanceof RefusedError) return error.code;
    throw error;
  }
}

async function everyActivity(organizationId: string, has: Resources): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  for (const [name, row] of Object.entries<ActivityRow>(activityRows)) {
    for (const [newest, version] of Object.entries(row.versions)) {
      const parameters = await requestOfVersion(name as keyof typeof activityRows, newest, has);
      const answer = submit(wired, proxyKey, { ...row, newest }, organizationId, parameters);
      outcomes[version.type.replace('ACTIVITY_TYPE_', '')] = await tried(answer);
    }
  }
  return outcomes;
}

const denied = (names: string[], code: string) => Object.fromEntries(names.map((name) => [name, code]));
const typesOf = (rows: readonly ActivityRow[]) =>
  rows.flatMap((row) => Object.values(row.versions)).map(({ type }) => type.replace('ACTIVITY_TYPE_', ''));
const types = typesOf(Object.values(activityRows));
/** The operations that a parent's credential may use in a sub-organization. */
const ofParents = typesOf(Object.values<ActivityRow>(activityRows).filter(({ from }) => from.includes('parent')));

test('T-07: in its own organization the proxy user does what leads to a login, and nothing else', async () => {
  for (const userId of [configuration.proxy_user_id, ada.userId]) {
    expect(await everyActivity(parentId, { ...adas, userId })).toEqual({
      ...denied(types, 'NOT_AUTHORIZED'),
      INIT_OTP_V2: 'done',
      INIT_OTP_V3: 'done',
      VERIFY_OTP: 'OTP_WRONG',
      VERIFY_OTP_V2: 'OTP_WRONG',
      // It is the service that has no public URL here.
      OAUTH2_AUTHENTICATE: 'METHOD_NOT_ENABLED',
      CREATE_SUB_ORGANIZATION_V7: 'done',
      CREATE_SUB_ORGANIZATION_V8: 'done',
    });
  }
});

test('T-07: in a sub-organization it does nothing but a login, and that not without a token', async () => {
  const before = await contentsOf(wired.service.tools.store);
  expect(await everyActivity(ada.organizationId, adas)).toEqual({
    ...denied(types, 'ORGANIZATION_MISMATCH'),
    ...denied(ofParents, 'NOT_AUTHORIZED'),
    OTP_LOGIN: 'VERIFICATION_TOKEN_INVALID',
    OTP_LOGIN_V2: 'VERIFICATION_TOKEN_INVALID',
    OAUTH_LOGIN: 'OIDC_TOKEN_MALFORMED',
  });
  const after = await contentsOf(wired.service.tools.store);
  const { activities, ...rest } = after;
  const { activities: _, ...same } = before;
  expect(rest).toEqual(same);
  expect(votesIn(after)).toBe(votesIn(before) + 2);
  expect(activities).toHaveLength((before.activities?.length ?? 0) + 2);
});

test('T-07: it asks two queries of its own organization, and none of a sub-organization', async () => {
  for (const organizationId of [parentId, ada.organizationId]) {
    const outcomes: Record<string, string> = {};
    for (const [name, row] of Object.entries<QueryRow>(queryRows)) {
      const request = { organizationId, ...(await exampleOf(name as keyof typeof queryRows).request(adas)) };
      outcomes[row.name] = await tried(ask(wired, proxyKey, row, request));
    }
    expect(outcomes).toEqual({
      ...denied(Object.keys(outcomes), 'NOT_AUTHORIZED'),
      ...(organizationId === parentId && { list_suborgs: 'done', list_verified_suborgs: 'done' }),
    });
  }
});

test('T-07: it cannot log anyone in without the proof that the person alone can give', async () => {
  const mallory = await createSigningKey();
  const attempts = [
    { verificationToken: 'x.y.z', publicKey: mallory.publicKey },
    { ...(await loginRequest((await verifiedToken(wired, 'eve@example.com')).token, mallory)) },
  ];
  for (const parameters of attempts) {
    const older = { ...otpLogin, newest: 'V1' as const };
    expect(await tried(submit(wired, proxyKey, older, ada.organizationId, parameters))).toMatch(
      /VERIFICATION_TOKEN_INVALID|ACCOUNT_NOT_FOUND/,
    );
  }
  const { token, key } = await verifiedToken(wired, 'ada@example.com');
  const stolen = { ...(await loginRequest(token, key)), publicKey: mallory.publicKey };
  expect(await tried(submit(wired, proxyKey, otpLogin, ada.organizationId, stolen))).toBe('CLIENT_SIGNATURE_INVALID');
  expect(await tried(submit(wired, proxyKey, otpLogin, parentId, await loginRequest(token, key)))).toBe(
    'NOT_AUTHORIZED',
  );
  const { otpId } = await codeFor(wired, 'ada@example.com');
  expect(await tried(callProxy(wired, proxyOtpVerify, { otpId, otpCode: 'x', publicKey: mallory.publicKey }))).toBe(
    'OTP_WRONG',
  );
});

test('T-07: its key claims no contact for anyone, in any version and for any number of root users', async () => {
  const { publicKey } = await createSigningKey();
  const user = { userName: 'A', apiKeys: [apiKeyOf({ publicKey })], authenticators: [], oauthProviders: [] };
  for (const newest of ['V8', 'V7'] as const) {
    for (const rootUsers of [
      [{ ...user, userEmail: 'bob@example.com' }],
      [{ ...user, userPhoneNumber: '+15550100' }],
      [user, { ...user, userName: 'B', userEmail: 'bob@example.com' }],
    ]) {
      const answer = submit(wired, proxyKey, { ...createSubOrganization, newest }, parentId, {
        subOrganizationName: 'Sub-organization',
        rootUsers,
        rootQuorumThreshold: 1,
      });
      expect(await tried(answer)).toBe('CONTACT_NOT_VERIFIED');
    }
  }
});

test('T-07: with its key alone nobody signs up a second root user, whose key would be one of that wallet', async () => {
  const rootUsers = await Promise.all(
    ['A', 'B'].map(async (userName) => {
      const { publicKey } = await createSigningKey();
      return { userName, apiKeys: [apiKeyOf({ publicKey })], authenticators: [], oauthProviders: [] };
    }),
  );
  const pair = { subOrganizationName: 'Sub-organization', rootUsers, rootQuorumThreshold: 1 };
  expect(await tried(submit(wired, proxyKey, createSubOrganization, parentId, pair))).toBe('NOT_AUTHORIZED');
});

test('T-07: what another user of the organization submitted is not repeated to it, and its own is repeated to it', async () => {
  const row = activityRows.initOtp;
  const frozen = { ...wired, clock: Object.assign(() => 1_800_000_000_000, { advanceMs: () => {} }) };
  const parameters = { otpType: 'OTP_TYPE_EMAIL', contact: 'carol@example.com', appName: 'App' };
  const first = await submit(frozen, proxyKey, row, parentId, parameters);
  expect((await submit(frozen, proxyKey, row, parentId, parameters)).id).toBe(first.id);
  const others = { ...parameters, contact: 'dan@example.com' };
  await submit(frozen, rootKey, row, parentId, others);
  expect(await tried(submit(frozen, proxyKey, row, parentId, others))).toBe('NOT_AUTHORIZED');
});

test("the proxy's key is sealed for the proxy alone, and for one configuration", async () => {
  const { config_id, sealed_proxy_key } = configuration;
  const stranger = await importAgreementKey(new Uint8Array(32).fill(9));
  const refusal = { code: 'SEAL_OPEN_FAILED' };
  await expect(openProxyKey([stranger], config_id, sealed_proxy_key)).rejects.toMatchObject(refusal);
  await expect(openProxyKey([decryptionKey], absentId, sealed_proxy_key)).rejects.toMatchObject(refusal);
  const secret = toHex(await openProxyKey([decryptionKey], config_id, sealed_proxy_key));
  expect(JSON.stringify(await contentsOf(wired.service.tools.store))).not.toContain(secret);
});
