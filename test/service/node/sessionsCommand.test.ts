import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { deleteApiKeys } from '../../../src/contract/credentials.js';
import { createSubOrganization, updateRootQuorum } from '../../../src/contract/organizations.js';
import { isSessionKey } from '../../../src/contract/sessionKeys.js';
import { stampLogin } from '../../../src/contract/sessions.js';
import { createUsers, deleteUsers } from '../../../src/contract/users.js';
import { listUsers, whoami } from '../../../src/contract/users.queries.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { asRootUser } from '../../../src/service/node/callerOf.js';
import { readConfigEnvironment } from '../../../src/service/node/environment.js';
import { freshSecrets } from '../../../src/service/node/freshSecrets.js';
import { openService } from '../../../src/service/node/openService.js';
import { openInitialised } from '../../../src/service/node/openStore.js';
import type { RootCaller } from '../../../src/service/node/rootCaller.js';
import { revokeSessions } from '../../../src/service/node/sessionsCommand.js';
import { startServer } from '../../../src/service/node/startServer.js';
import { apiKeyOf } from '../../support/parties.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { builtProgram, run } from './program.js';

builtProgram();
const { masterKey, codePepper, proxyKey, rootApiKey } = await freshSecrets();
const variables = {
  LATCHKEY_MASTER_KEY: masterKey,
  LATCHKEY_CODE_PEPPER: codePepper,
  LATCHKEY_PROXY_KEY: proxyKey,
  LATCHKEY_DATA: join(temporaryFolder(), 'own'),
  LATCHKEY_ROOT_KEY: rootApiKey.privateKey,
};
const environment = readConfigEnvironment(variables, {});
/** Operators, each with a key of their own and two sessions. */
const people = await Promise.all(
  [
    { userName: 'Ada', userEmail: 'ada@example.com' },
    { userName: 'Grace', userPhoneNumber: '+491701234567' },
  ].map(async (each) => ({ ...each, key: (await freshSecrets()).rootApiKey })),
);

async function as<Result>(rootKey: string, work: (caller: RootCaller) => Promise<Result>): Promise<Result> {
  return asRootUser({ ...environment, rootKey }, work);
}

const usersNow = () => as(rootApiKey.privateKey, async (caller) => (await caller.ask(listUsers, {})).users);

/** How many session keys and other keys each has. */
const keysNow = async () =>
  Object.fromEntries(
    (await usersNow()).map(({ userName, apiKeys }) => {
      const sessions = apiKeys.filter(({ credential: { type } }) => isSessionKey(type)).length;
      return [userName, [sessions, apiKeys.length - sessions]];
    }),
  );

async function logIn(): Promise<void> {
  for (const { key } of people)
    for (const expirationSeconds of ['900', '600'])
      await as(key.privateKey, async (caller) => {
        const { publicKey } = await createSigningKey();
        await caller.submit(stampLogin, { publicKey, expirationSeconds });
      });
}

beforeAll(async () => {
  await run(['init', '--name', 'Acme', '--root-public-key', rootApiKey.publicKey], variables);
  const users = people.map(({ key, ...person }) => ({
    ...{ ...person, userTags: [], authenticators: [], oauthProviders: [] },
    apiKeys: [apiKeyOf(key)],
  }));
  await as(rootApiKey.privateKey, (caller) => caller.submit(createUsers, { users }));
});

function heard() {
  const [printed, said]: [string[], string[]] = [[], []];
  const outputs = { print: (line: string) => void printed.push(line), say: (line: string) => void said.push(line) };
  return { outputs, printed, said };
}

async function revoke(whose: string, json = false) {
  const { outputs, printed, said } = heard();
  return { code: await revokeSessions(environment, { whose, json }, outputs), printed, said };
}

test('the sessions of one end, by id, e-mail address or phone number, and how many is said; keys stay', async () => {
  await logIn();
  expect(await keysNow()).toMatchObject({ Ada: [2, 1], Grace: [2, 1] });
  expect(await revoke('Ada@Example.com')).toEqual({ code: 0, printed: ['2 sessions of 1 user ended.'], said: [] });
  expect(await keysNow()).toMatchObject({ Ada: [0, 1], Grace: [2, 1] });
  expect((await revoke('+491701234567')).printed).toEqual(['2 sessions of 1 user ended.']);
  await logIn();
  const ada = (await usersNow()).find(({ userName }) => userName === 'Ada');
  const [asJson = ''] = (await revoke('ada@example.com', true)).printed;
  expect(JSON.parse(asJson)).toMatchObject({
    ...{ userId: ada?.userId, waiting: [], left: [] },
    ended: [expect.any(String), expect.any(String)],
  });
  await logIn();
  expect((await revoke(ada?.userId ?? '')).printed).toEqual(['2 sessions of 1 user ended.']);
  expect((await revoke(ada?.userId ?? '')).printed).toEqual(['0 sessions of 1 user ended.']);
  expect(await keysNow()).toMatchObject({ Ada: [0, 1], Grace: [4, 1] });
});

test('all sessions of all end; a session that has ended is refused from then on', async () => {
  await logIn();
  const own = (await freshSecrets()).rootApiKey;
  const [ada] = people;
  await as(ada?.key.privateKey ?? '', (caller) => caller.submit(stampLogin, { publicKey: own.publicKey }));
  await as(own.privateKey, (caller) => caller.ask(whoami, {}));
  const { code, stdout } = await run(['sessions', 'revoke', 'all'], variables);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d sessions of \d users ended\.\n$/) });
  for (const [sessions] of Object.values(await keysNow())) expect(sessions).toBe(0);
  const { organizationId } = await as(rootApiKey.privateKey, (caller) => caller.ask(whoami, {}));
  const ended = asRootUser({ ...environment, rootKey: own.privateKey, organizationId }, (caller) =>
    caller.ask(whoami, {}),
  );
  await expect(ended).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
});

test('nobody, a person of an app, and hostile words end nothing', async () => {
  await logIn();
  const subOrganization = {
    subOrganizationName: 'Person',
    rootUsers: [
      {
        ...{ userName: 'Person', userEmail: 'person@example.com', authenticators: [], oauthProviders: [] },
        apiKeys: [apiKeyOf(await createSigningKey())],
      },
    ],
    rootQuorumThreshold: 1,
  };
  await as(rootApiKey.privateKey, (caller) => caller.submit(createSubOrganization, subOrganization));
  const before = await keysNow();
  for (const whose of ['person@example.com', 'nobody', "' or 1=1 --", 'ALL', '%'])
    expect(await revoke(whose)).toMatchObject({ code: 1, printed: [] });
  await expect(revoke('a@b@c')).rejects.toMatchObject({ code: 'CONTACT_INVALID' });
  expect(await keysNow()).toEqual(before);
  for (const words of [[], ['revoke'], ['revoke', 'a', 'b'], ['list', 'all']])
    expect(await run(['sessions', ...words], variables)).toMatchObject({ code: 2, stdout: '' });
});

/** Revokes at a service where something happens whenever a deletion of keys arrives, before it is done. */
async function revokeWhile(whose: string, happens: (deletion: number) => Promise<unknown>) {
  const { organizationId } = await as(rootApiKey.privateKey, (caller) => caller.ask(whoami, {}));
  if ('url' in environment) throw new Error('No database.');
  const { store, secrets, rootKey } = environment;
  const service = await openService(await openInitialised(store), { secrets, send: async () => {} });
  let deletions = 0;
  const fetch: typeof service.fetch = async (request, connection) => {
    if (request.url.endsWith(deleteApiKeys.path)) {
      deletions += 1;
      await happens(deletions);
    }
    return service.fetch(request, connection);
  };
  const server = await startServer({ service: { ...service, fetch }, hosts: ['127.0.0.1'], port: 0, log: () => {} });
  const { outputs, printed, said } = heard();
  const code = await revokeSessions({ url: server.url, organizationId, rootKey }, { whose, json: false }, outputs);
  await server.stop();
  return { code, printed, said, deletions };
}

const [adaKey] = people.map(({ key }) => key.privateKey);
const logInBy = (privateKey: string) =>
  as(privateKey, async (caller) => caller.submit(stampLogin, { publicKey: (await createSigningKey()).publicKey }));
const logAdaIn = () => logInBy(adaKey ?? '');

test('where one logs out and in again meanwhile, what is left of the sessions ends, and what came', async () => {
  await logIn();
  const { code, said } = await revokeWhile('ada@example.com', async (deletion) => {
    if (deletion > 1) return;
    const ada = (await usersNow()).find(({ userName }) => userName === 'Ada');
    const [session] = ada?.apiKeys.filter(({ credential: { type } }) => isSessionKey(type)) ?? [];
    const loggedOut = { userId: ada?.userId ?? '', apiKeyIds: [session?.apiKeyId ?? ''] };
    await as(rootApiKey.privateKey, (caller) => caller.submit(deleteApiKeys, loggedOut));
    await logAdaIn();
  });
  expect({ code, said }).toEqual({ code: 0, said: [] });
  expect(await keysNow()).toMatchObject({ Ada: [0, 1] });
});

test('a session that comes after the list ends, too; where they never end, the exit code is 1', async () => {
  await logIn();
  expect(await revokeWhile('ada@example.com', async (deletion) => deletion === 1 && logAdaIn())).toEqual({
    ...{ code: 0, printed: ['3 sessions of 1 user ended.'], said: [], deletions: 2 },
  });
  await logIn();
  expect(await revokeWhile('ada@example.com', logAdaIn)).toEqual({
    ...{ code: 1, printed: ['6 sessions of 1 user ended.'], said: ['1 session left. Run it again.'], deletions: 5 },
  });
});

test('where one user is deleted meanwhile, the sessions of the others end', async () => {
  const key = (await freshSecrets()).rootApiKey;
  const joan = { userName: 'Joan', userTags: [], apiKeys: [apiKeyOf(key)], authenticators: [], oauthProviders: [] };
  await as(rootApiKey.privateKey, (caller) => caller.submit(createUsers, { users: [joan] }));
  await logIn();
  await logInBy(key.privateKey);
  const joanId = (await usersNow()).find(({ userName }) => userName === 'Joan')?.userId ?? '';
  const { code } = await revokeWhile('all', async (deletion) => {
    if (deletion > 1) return;
    await as(rootApiKey.privateKey, (caller) => caller.submit(deleteUsers, { userIds: [joanId] }));
  });
  expect(code).toBe(0);
  expect(await keysNow()).toMatchObject({ Ada: [0, 1], Grace: [0, 1] });
});

test('where others must approve, nothing has ended, and the exit code is 1', async () => {
  await logIn();
  const userIds = (await usersNow()).filter(({ userName }) => userName !== 'Grace').map(({ userId }) => userId);
  const before = await keysNow();
  await as(rootApiKey.privateKey, async (caller) => {
    const { userId } = await caller.ask(whoami, {});
    const ada = (await usersNow()).find(({ userName }) => userName === 'Ada')?.userId ?? '';
    expect(userIds).toContain(ada);
    await caller.submit(updateRootQuorum, { threshold: 2, userIds: [userId, ada] });
  });
  const { code, printed, said } = await revoke('+491701234567');
  // Asked for once: called again, it names the activity that waits.
  const again = await revoke('+491701234567', true);
  expect(again).toMatchObject({ code: 1, said });
  const grace = (await usersNow()).find(({ userName }) => userName === 'Grace');
  const sessions = (grace?.apiKeys ?? []).filter(({ credential: { type } }) => isSessionKey(type));
  expect(again.printed.map((line) => JSON.parse(line))).toEqual([
    {
      ...{ userId: grace?.userId, ended: [], left: [] },
      waiting: expect.toSatisfy((ids: string[]) => sessions.every(({ apiKeyId }) => ids.includes(apiKeyId))),
    },
  ]);
  expect({ code, printed }).toEqual({ code: 1, printed: ['0 sessions of 1 user ended.'] });
  expect(said[0]).toMatch(/^Other root users must approve the activity sha256:/);
  expect(await keysNow()).toEqual(before);
});
