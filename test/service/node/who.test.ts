import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { enableAuthProxy } from '../../../src/contract/authProxy.js';
import { searchUsers } from '../../../src/contract/loginState.queries.js';
import { createSubOrganization } from '../../../src/contract/organizations.js';
import { suspendSubOrganization } from '../../../src/contract/subOrganizations.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { callerOf } from '../../../src/service/node/callerOf.js';
import { readConfigEnvironment } from '../../../src/service/node/environment.js';
import { freshSecrets } from '../../../src/service/node/freshSecrets.js';
import { whoCommand } from '../../../src/service/node/who/whoCommand.js';
import { apiKeyOf } from '../../support/parties.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { wallet } from '../../support/wire.js';
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
let organizationId: string;

beforeAll(async () => {
  await run(['init', '--name', 'Acme', '--root-public-key', rootApiKey.publicKey], variables);
  const { caller, close } = await callerOf(environment, Date.now);
  await caller.submit(enableAuthProxy, {});
  for (const [userName, userEmail, key] of [
    ['Ada Miller', 'ada@example.com', apiKeyOf(await createSigningKey())],
    ['Ada Smith', 'smith@example.com', { ...apiKeyOf(await createSigningKey()), expirationSeconds: '1' }],
  ] as const) {
    const { result } = await caller.submit(createSubOrganization, {
      subOrganizationName: userName,
      rootUsers: [{ userName, userEmail, apiKeys: [key], authenticators: [], oauthProviders: [] }],
      rootQuorumThreshold: 1,
      ...(userName === 'Ada Miller' && { wallet }),
    } as never);
    const [made] = Object.values(result as Record<string, { subOrganizationId: string }>);
    if (userName === 'Ada Miller') organizationId = made?.subOrganizationId ?? '';
  }
  await close();
});

async function who(text: string, json = false) {
  const [printed, said]: [string[], string[]] = [[], []];
  const outputs = { print: (line: string) => void printed.push(line), say: (line: string) => void said.push(line) };
  return { code: await whoCommand(environment, { text, json }, outputs), printed, said };
}

test('the first line says whether the person can log in, and the others who they are', async () => {
  const { code, printed } = await who('ada@example.com');
  expect(code).toBe(0);
  expect(printed[0]).toBe('can log in now: by API key or wallet');
  const text = printed.join('\n');
  expect(text).toContain('by a code by e-mail: no: nobody has shown yet that it is theirs');
  expect(text).toContain(`organization ${organizationId}`);
  expect(text).toContain('ada@example.com  not proved');
  expect(text).toMatch(/In the log\n {2}"contact":"[0-9a-f]{32}" {2}email/);
  expect(text).toMatch(/Credentials\n {2}key {2}Key {2}0[23][0-9a-f]{64}/);
  expect(text).toMatch(/Wallets\n {2}Wallet {2}[0-9a-f-]{36}\n {2}0x[0-9a-fA-F]{40} {2}ETHEREUM/);
});

test('who cannot log in is told as such, with what would have to be changed', async () => {
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const { printed } = await who('smith@example.com');
  expect(printed[0]).toBe('cannot log in, until somebody changes something');
  expect(printed.join('\n')).toContain('by API key or wallet: no: all have ended');
});

test('what a person has typed moves no cursor and turns no text around, in lines and in JSON', async () => {
  const { caller, close } = await callerOf(environment, Date.now);
  const userName = 'Eve\u200b\u061c\ufeff Smith';
  for (const userEmail of ['eve@example.com', 'other@example.com'])
    await caller.submit(createSubOrganization, {
      subOrganizationName: userName,
      rootUsers: [
        {
          userName,
          userEmail,
          apiKeys: [apiKeyOf(await createSigningKey())],
          authenticators: [],
          oauthProviders: [],
        },
      ],
      rootQuorumThreshold: 1,
    });
  const { users } = await caller.ask(searchUsers, { query: 'eve@example.com' });
  const reason = 'Spam\u001b[2J\r\nlogged in\u202e';
  await caller.submit(suspendSubOrganization, { subOrganizationId: users[0]?.organizationId ?? '', reason });
  await close();
  for (const json of [false, true])
    for (const text of ['eve@example.com', 'Eve']) {
      const { printed } = await who(text, json);
      const shown = printed.join('');
      expect(shown).toContain('Eve\\u200b\\u061c\\ufeff Smith');
      expect(shown).toMatch(json ? /^[ -~\n]*$/ : /^[ -~]*$/);
      if (json && text === 'eve@example.com') expect(JSON.parse(shown)).toMatchObject({ found: { userName } });
    }
  expect((await who('eve@example.com')).printed.join('\n')).toContain('Spam\\u001b[2J\\u000d\\u000alogged in\\u202e');
});

test('several are listed with their ids, and nobody is exit code 1', async () => {
  const { code, printed, said } = await who('Ada');
  expect([code, printed.length, said]).toEqual([0, 2, ['2 people: name one by the user id.']]);
  for (const line of printed)
    expect(line).toMatch(/^[\da-f-]{36} {2}[\da-f-]{36} {2}USER_NAME {15}\S+@example.com {2}Ada/);
  const [id = ''] = printed[0]?.split('  ') ?? [];
  expect((await who(id)).printed[0]).toMatch(/log in/);
  expect(await who('nobody@example.com')).toMatchObject({ code: 1, printed: [] });
});

test('the program: its words, JSON, and the exit codes', async () => {
  const asked = await run(['admin', 'who', 'Ada', 'Miller'], variables);
  expect(asked).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^can log in now/) });
  const json = await run(['admin', 'who', 'ada@example.com', '--json'], variables);
  expect(JSON.parse(json.stdout)).toMatchObject({
    found: { foundBy: 'EMAIL', verifiedContacts: [] },
    state: { canLogIn: true },
    accounts: [{}, {}],
  });
  expect((await run(['admin', 'who', 'nobody@example.com'], variables)).code).toBe(1);
  for (const wrong of [[], ['who'], ['drop', 'it']]) expect((await run(['admin', ...wrong], variables)).code).toBe(2);
});
