import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { updatePolicyCases } from '../../../src/contract/policyCases.js';
import { createUsers } from '../../../src/contract/users.js';
import { callerOf } from '../../../src/service/node/callerOf.js';
import { readConfigEnvironment } from '../../../src/service/node/environment.js';
import { freshSecrets } from '../../../src/service/node/freshSecrets.js';
import { getPolicies } from '../../../src/service/node/policiesCommand.js';
import { testPolicies } from '../../../src/service/node/testPolicies.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { builtProgram, run } from './program.js';

builtProgram();
const folder = temporaryFolder();
const { masterKey, codePepper, proxyKey, rootApiKey } = await freshSecrets();
const variables = {
  LATCHKEY_MASTER_KEY: masterKey,
  LATCHKEY_CODE_PEPPER: codePepper,
  LATCHKEY_PROXY_KEY: proxyKey,
  LATCHKEY_DATA: join(folder, 'own'),
  LATCHKEY_ROOT_KEY: rootApiKey.privateKey,
};
const environment = readConfigEnvironment(variables, {});
let userId = '';
beforeAll(async () => {
  await run(['init', '--name', 'Acme', '--root-public-key', rootApiKey.publicKey], variables);
  const { caller, close } = await callerOf(environment, Date.now);
  const user = { userName: 'Mona', userTags: [], authenticators: [], oauthProviders: [], apiKeys: [] };
  const { result } = await caller.submit(createUsers, { users: [user] });
  userId = (result as { createUsersResult: { userIds: string[] } }).createUsersResult.userIds[0] ?? '';
  await close();
});

const activity = { type: 'ACTIVITY_TYPE_CREATE_USER_TAG', parameters: { userTagName: 'Tag', userIds: [] } };
const written = (name: string, expected: 'ALLOW' | 'CONSENSUS_NEEDED' | 'DENY') => ({
  name,
  userId,
  activity,
  expected,
});
const tags = { policyName: 'Tags', effect: 'EFFECT_ALLOW', condition: "activity.kind == 'CREATE_USER_TAG'" };

function file(text: object): string {
  const path = join(folder, 'policies.json');
  writeFileSync(path, JSON.stringify(text));
  return path;
}

async function tested(text: object, json = false) {
  const [printed, said]: [string[], string[]] = [[], []];
  const outputs = { print: (line: string) => void printed.push(line), say: (line: string) => void said.push(line) };
  return { code: await testPolicies(environment, { path: file(text), json }, outputs), printed, said };
}

test('the policies of a file are tried against its cases, or else those of the service, and stay in the file', async () => {
  expect(await tested({ policies: [tags] })).toEqual({
    code: 0,
    printed: [],
    said: ['There are no cases: neither in the file nor in the service.'],
  });
  const cases = [written('Mona makes tags', 'ALLOW'), written('Nobody makes tags', 'DENY')];
  expect(await tested({ policies: [tags], cases })).toEqual({
    code: 1,
    printed: ['ok    "Mona makes tags": ALLOW', 'FAILS "Nobody makes tags": DENY expected, but ALLOW, by "Tags"'],
    said: ['1 of 2 do not hold.'],
  });
  const { caller, close } = await callerOf(environment, Date.now);
  await caller.submit(updatePolicyCases, { cases: cases.slice(1) });
  await close();
  expect(await tested({ policies: [] })).toEqual({
    code: 0,
    printed: ['ok    "Nobody makes tags": DENY'],
    said: ['Every case holds.'],
  });
  const { code, printed } = await tested({ policies: [tags] }, true);
  expect(code).toBe(1);
  expect(JSON.parse(printed.join('\n'))).toMatchObject({
    cases: [
      {
        name: 'Nobody makes tags',
        expected: 'DENY',
        today: { outcome: 'DENY' },
        edited: { outcome: 'ALLOW' },
        holds: false,
      },
    ],
  });
  const kept: string[] = [];
  await getPolicies(environment, { print: (line) => void kept.push(line), say: () => {} });
  expect(JSON.parse(kept.join(''))).toEqual({ policies: [] });
});

test('what cannot be read fails, and what cannot be judged does not hold', async () => {
  const wrong = { ...written('No type', 'ALLOW'), activity: { parameters: {} } };
  await expect(tested({ policies: [tags], cases: [wrong] })).rejects.toMatchObject({ code: 'POLICY_FILE_UNREADABLE' });
  const unknown = { ...written('Unknown type', 'DENY'), activity: { ...activity, type: 'ACTIVITY_TYPE_OF_MINE' } };
  const { code, printed } = await tested({ policies: [tags], cases: [unknown] });
  expect(code).toBe(1);
  expect(printed).toEqual([expect.stringMatching(/^FAILS "Unknown type": DENY expected, but .*ACTIVITY_TYPE_OF_MINE/)]);
});
