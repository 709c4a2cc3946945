import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { Resource } from '../../src/contract/facts.js';
import { type RefusalCode, refusals } from '../../src/contract/refusals.js';
import { refusalsOf } from '../../src/contract/refusalsOf.js';
import { type ActivityRow, type Operation, type ProxyRow, type QueryRow, versionOf } from '../../src/contract/row.js';
import { activityRows, proxyRows, queryRows } from '../../src/contract/rows.js';
import * as contract from '../../src/contract.js';
import { membersOf } from './members.js';

const rows: [string, Operation][] = Object.entries({ ...activityRows, ...queryRows, ...proxyRows });
const activities: [string, ActivityRow][] = Object.entries(activityRows);
const calls: [string, ProxyRow | QueryRow][] = Object.entries({ ...queryRows, ...proxyRows });

const isRow = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'kind' in value && 'path' in value;
const camel = (name: string) => name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());

test('every exported row stands in rows.ts, and every row is exported by its name', () => {
  const exported = Object.entries(contract).filter(([, value]) => isRow(value));
  expect(Object.fromEntries(exported)).toEqual(Object.fromEntries(rows));
});

test.each(rows)('%s is called what it is named on the wire, and stands at its path', (exportName, row) => {
  const prefix = row.kind === 'proxy' ? `proxy_${row.name}` : row.name;
  expect(exportName).toBe(camel(prefix));
  const at = { proxy: '/v1/', activity: '/public/v1/submit/', query: '/public/v1/query/' }[row.kind];
  expect(row.path).toBe(at + row.name);
  expect(row.refusals.filter((code) => !(code in refusals))).toEqual([]);
  expect(new Set(row.refusals).size).toBe(row.refusals.length);
});

test('no two rows share a path or an activity type', () => {
  const paths = rows.map(([, { path }]) => path);
  const types = activities.flatMap(([, row]) => Object.values(row.versions).map(({ type }) => type));
  expect(new Set(paths).size).toBe(paths.length);
  expect(new Set(types).size).toBe(types.length);
});

describe('an unknown member is refused by name', () => {
  const violations = (schema: v.GenericSchema, value: unknown) =>
    (v.safeParse(schema, value).issues ?? []).map((issue) => [v.getDotPath(issue), issue.type, issue.expected]);
  const stranger = ['notAMemberOfAnything', 'strict_object', 'never'];

  test.each(activities)('%s, in every version', (_name, row) => {
    for (const version of Object.values(row.versions)) {
      expect(violations(version.parameters, { notAMemberOfAnything: 1 })).toContainEqual(stranger);
    }
  });

  test.each(calls)('%s', (_name, row) => {
    expect(violations(row.request, { notAMemberOfAnything: 1 })).toContainEqual(stranger);
  });

  test('and so in every object within', () => {
    const loose: string[] = [];
    const look = (schema: v.GenericSchema, path: string): void => {
      for (const { name, inner, isStrict } of membersOf(schema)) {
        if (!isStrict) loose.push(`${path}.${name}`);
        look(inner, `${path}.${name}`);
      }
    };
    for (const [name, row] of activities)
      for (const version of Object.values(row.versions)) look(version.parameters, name);
    for (const [name, row] of calls) look(row.request, name);
    expect(loose).toEqual([]);
  });
});

test.each(activities)('%s knows its versions and no others', (_name, row) => {
  for (const [name, version] of Object.entries(row.versions)) {
    expect(versionOf(row, version.type)).toEqual({ name, version });
    const suffix = name === 'V1' ? '' : `_${name}`;
    expect(version.type).toBe(`ACTIVITY_TYPE_${row.activityKind}${suffix}`);
  }
  const numbers = Object.keys(row.versions).map((name) => Number(name.slice(1)));
  expect(row.newest).toBe(`V${Math.max(...numbers)}`);
  expect(versionOf(row, 'ACTIVITY_TYPE_NONE')).toBeUndefined();
  expect(versionOf(row, '')).toBeUndefined();
});

/** The names of all members of some schemas, at any depth. */
const namesIn = (schemas: readonly v.GenericSchema[]): string[] =>
  schemas.flatMap((schema) => membersOf(schema).flatMap(({ name, inner }) => [name, ...namesIn([inner])]));

test('what is secret by its name is secret in every row that has it, and nothing else is', () => {
  const tokens = ['verificationToken', 'session', 'oidcToken', 'authCode', 'codeVerifier'];
  const sealed = ['encryptedOtpBundle', 'encryptedClientSecret', 'encryptedBundle', 'exportBundle', 'credentialBundle'];
  const secrets = ['otpCode', 'turnstileSecretKey', ...tokens, ...sealed];
  const secretOf = (schemas: readonly v.GenericSchema[]) =>
    [...new Set(namesIn(schemas))].filter((name) => secrets.includes(name)).sort();
  for (const [name, row] of activities) {
    const versions = Object.values(row.versions);
    expect(secretOf(versions.map(({ parameters }) => parameters)), name).toEqual([...row.secretParameters].sort());
    expect(secretOf(versions.map(({ result }) => result)), name).toEqual([...row.secretResult].sort());
  }
});

test('what a policy may read is a member of the parameters in every version, and no secret', () => {
  // For a policy this version is a request without a length.
  const lacking: Record<string, readonly string[]> = { ACTIVITY_TYPE_INIT_OTP_AUTH: ['otpLength'] };
  for (const [name, row] of activities) {
    for (const { type, parameters } of Object.values(row.versions)) {
      const members = [...membersOf(parameters).map((member) => member.name), ...(lacking[type] ?? [])];
      expect(members, name).toEqual(expect.arrayContaining([...row.policyParameters]));
    }
    expect(row.policyParameters.filter((member) => row.secretParameters.includes(member))).toEqual([]);
  }
});

test('what an activity changes are queries that exist, each once', () => {
  for (const [name, row] of activities) {
    expect(Object.values<QueryRow>(queryRows), name).toEqual(expect.arrayContaining([...row.changes]));
    expect(new Set(row.changes).size, name).toBe(row.changes.length);
  }
});

/** The names of the rows with a fact, by its value. */
function namesBy<R extends Operation>(all: readonly [string, R][], fact: (row: R) => string): Record<string, string[]> {
  const names: Record<string, string[]> = {};
  for (const [name, row] of all) names[fact(row)] = [...(names[fact(row)] ?? []), name].sort();
  return names;
}

test('T-07 who may submit an activity at all, from where, and where the proxy user may, is as decided', () => {
  const { quorum: _everythingElse, ...rights } = namesBy(activities, ({ right }) => right);
  expect(rights).toEqual({
    'own contact': ['updateUserEmail', 'updateUserPhoneNumber'],
    'own credential': [
      'createApiKeys',
      'createAuthenticators',
      'createOauthProviders',
      'createReadWriteSession',
      'deleteApiKeys',
      'deleteAuthenticators',
      'deleteOauthProviders',
      'recoverUser',
      'sendTestMessage',
      'updateAuthenticator',
      'updateUserName',
    ],
    'own login': ['createReadOnlySession', 'stampLogin'],
    'root quorum': [
      'createEmailTemplate',
      'deleteEmailTemplate',
      'deleteSubOrganization',
      'disableAuthProxy',
      'enableAuthProxy',
      'removeOrganizationFeature',
      'resumeSubOrganization',
      'setOrganizationFeature',
      'suspendSubOrganization',
      'updateAuthProxyConfig',
      'updateEmailTemplate',
      'updateOrganizationName',
      'updateRootQuorum',
    ],
    parent: ['emailAuth', 'initOtpAuth', 'initUserEmailRecovery', 'otpAuth'],
    login: ['oauthLogin', 'otpLogin'],
    vote: ['approveActivity', 'rejectActivity'],
  });
  const { organization: _own, ...fromElsewhere } = namesBy(activities, ({ from }) => from.join());
  expect(fromElsewhere).toEqual({
    'organization,parent': ['emailAuth', 'initOtpAuth', 'initUserEmailRecovery', 'oauthLogin', 'otpAuth', 'otpLogin'],
    'organization,sub-organization': ['stampLogin'],
  });
  const queries: [string, QueryRow][] = Object.entries(queryRows);
  const { 'organization,parent': _reads, ...readFromElsewhere } = namesBy(queries, ({ from }) => from.join());
  expect(readFromElsewhere).toEqual({ 'organization,parent,sub-organization': ['whoami'] });
  const { 'every user': _all, ...readByFewer } = namesBy(queries, ({ readers = 'every user' }) => readers);
  expect(readByFewer).toEqual({
    'top level': [
      ...['beginTestLogin', 'endTestLogin', 'getLimitsUse', 'getLoginState', 'getPolicyCases', 'getStatistics'],
      ...['listMessages', 'previewEmailTemplate', 'searchUsers', 'simulatePolicies'],
    ],
  });
  const all = [...activities, ...queries];
  const { refused: _others, ...byRecoveryKeys } = namesBy<ActivityRow | QueryRow>(all, (row) => row.recoveryKeys);
  expect(byRecoveryKeys).toEqual({ accepted: ['recoverUser', 'whoami'] });
  const { nowhere: _denied, ...byTheProxy } = namesBy<ActivityRow | QueryRow>(all, ({ proxyUser }) => proxyUser);
  expect(byTheProxy).toEqual({
    'own organization': [
      ...['createSubOrganization', 'initOtp', 'listSuborgs', 'listVerifiedSuborgs'],
      ...['oauth2Authenticate', 'verifyOtp'],
    ],
    'sub-organizations': ['oauthLogin', 'otpLogin'],
  });
});

test('T-07 what a suspended person may do is as decided', () => {
  const { refused: _everythingElse, ...may } = namesBy(activities, ({ whileSuspended = 'refused' }) => whileSuspended);
  expect(may).toEqual({
    allowed: [
      ...['createReadOnlySession', 'createReadWriteSession', 'emailAuth', 'initOtp', 'initOtpAuth'],
      ...['initUserEmailRecovery', 'oauth2Authenticate', 'oauthLogin', 'otpAuth', 'otpLogin'],
      ...['stampLogin', 'verifyOtp'],
    ],
    export: ['exportPrivateKey', 'exportWallet', 'exportWalletAccount'],
    own: ['deleteApiKeys', 'deleteAuthenticators'],
    'recovery key': ['recoverUser'],
    vote: ['approveActivity', 'rejectActivity'],
  });
});

test.each(rows)('%s lists in its description exactly the refusals that it answers', (name, { refusals: own }) => {
  const said =
    describedAs(name)
      .split(/^ \* @throws /m)[1]
      ?.split(/^ \* @/m)[0] ?? '';
  const codes = (said.match(/\b[A-Z][A-Z_]+\b/g) ?? []).filter((word) => word in refusals);
  expect(codes.sort()).toEqual([...own].sort());
});

test('every refusal is one of a row, or of every call; a rejected activity is refused by the kit alone', () => {
  const answered = new Set(rows.flatMap(([, row]) => refusalsOf(row)));
  expect(Object.keys(refusals).filter((code) => !answered.has(code as RefusalCode))).toEqual(['ACTIVITY_REJECTED']);
});

/** The docstring of a row. */
function describedAs(name: string): string {
  const described = source.map((text) => text.split(`export const ${name} =`)).find(({ length }) => length === 2)?.[0];
  return described?.slice(described.lastIndexOf('/**')) ?? '';
}

const folder = join(import.meta.dirname, '../../src/contract');
const source = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));

/** Who can enter an organization, how, and what they may there. */
const entry: readonly Resource[] = ['AUTH_PROXY', 'CREDENTIAL', 'USER', 'INVITATION', 'ORGANIZATION', 'POLICY'];

/**
 * Whether an activity changes who can enter an organization, deletes keys for ever, exports them, or hands out a further session of one
 * who is logged in.
 */
function outlivesSessions({ resource, action, right, attestedStamps }: ActivityRow): boolean {
  if (action === 'EXPORT' || entry.includes(resource)) return true;
  if (action === 'DELETE') return resource === 'WALLET' || resource === 'PRIVATE_KEY';
  if (resource === 'RECOVERY') return action === 'UPDATE';
  return resource === 'AUTH' && right.startsWith('own') && attestedStamps === 'refused';
}

test('A-54 what outlives a session asks for a fresh login, and nothing else does', () => {
  for (const [name, row] of activities) {
    const asks = row.fresh !== 'never';
    expect(asks, name).toBe(outlivesSessions(row));
    if (asks) expect(row.refusals, name).toContain('FRESH_LOGIN_REQUIRED');
  }
});
