import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { approveActivity } from '../../../src/contract/activities.js';
import { updateRootQuorum } from '../../../src/contract/organizations.js';
import { createPolicies, createPolicy, updatePolicy } from '../../../src/contract/policies.js';
import { listPolicies } from '../../../src/contract/policies.queries.js';
import { createUsers } from '../../../src/contract/users.js';
import { listUsers } from '../../../src/contract/users.queries.js';
import { callerOf } from '../../../src/service/node/callerOf.js';
import { readConfigEnvironment } from '../../../src/service/node/environment.js';
import { freshSecrets } from '../../../src/service/node/freshSecrets.js';
import { applyPolicies, diffPolicies, getPolicies, lintPolicies } from '../../../src/service/node/policiesCommand.js';
import type { RootCaller } from '../../../src/service/node/rootCaller.js';
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
beforeAll(() => run(['init', '--name', 'Acme', '--root-public-key', rootApiKey.publicKey], variables));

const wallets = "activity.resource == 'WALLET'";
const frozen = { policyName: 'Frozen', effect: 'EFFECT_DENY', condition: "activity.resource == 'PRIVATE_KEY'" };
const bob = {
  policyName: 'Bob',
  effect: 'EFFECT_ALLOW' as const,
  consensus: 'true',
  condition: wallets,
  notes: 'for a while',
};
const old = { policyName: 'Old', effect: 'EFFECT_ALLOW', condition: wallets };

function file(policies: unknown): string {
  const path = join(folder, 'policies.json');
  writeFileSync(path, typeof policies === 'string' ? policies : JSON.stringify({ policies }));
  return path;
}

type Ran = { readonly code: number; readonly printed: readonly string[]; readonly said: readonly string[] };

/** A command in this process, on the database. */
async function done(
  command: (outputs: { print: (line: string) => void; say: (line: string) => void }) => Promise<number>,
): Promise<Ran> {
  const [printed, said]: [string[], string[]] = [[], []];
  const code = await command({ print: (line) => void printed.push(line), say: (line) => void said.push(line) });
  return { code, printed, said };
}

const apply = (policies: unknown) =>
  done((outputs) => applyPolicies(environment, { path: file(policies), json: false }, outputs));
const diff = (policies: unknown, json = false) =>
  done((outputs) => diffPolicies(environment, { path: file(policies), json }, outputs));
const policiesNow = async () => {
  const { printed } = await done((outputs) => getPolicies(environment, outputs));
  return JSON.parse(printed[0] ?? '').policies;
};

async function asRoot<Result>(work: (caller: RootCaller) => Promise<Result>, rootKey = environment.rootKey) {
  const { caller, close } = await callerOf({ ...environment, rootKey }, Date.now);
  try {
    return await work(caller);
  } finally {
    await close();
  }
}

const { rootApiKey: bobKey } = await freshSecrets();
const asBob = <Result>(work: (caller: RootCaller) => Promise<Result>) => asRoot(work, bobKey.privateKey);

test('lint names each fault with its place, and asks no service', async () => {
  const lint = (policies: unknown, json = false) =>
    done((outputs) => lintPolicies({ path: file(policies), json }, outputs));
  expect(await lint([frozen, bob])).toEqual({ code: 0, printed: [], said: ['2 policies: all of them can be made.'] });
  const path = file([]);
  const wrong = [
    { ...bob, condition: "activity.resource == 'WALLET' &&\n activity.resorce == 'X'" },
    { ...bob, consensus: 'approvers.any(' },
  ];
  const { code, printed } = await lint(wrong);
  expect(code).toBe(1);
  expect(printed).toEqual([
    expect.stringMatching(`^${path}: "Bob": condition, line 2, character \\d+: `),
    `${path}: there are two policies "Bob".`,
    expect.stringMatching(`^${path}: "Bob": consensus, character \\d+: `),
  ]);
  const lines = (await lint(wrong, true)).printed.map((line) => JSON.parse(line).fault);
  expect(lines).toEqual(printed);
  expect((await lint([{ ...bob, efect: 'EFFECT_DENY' }])).printed).toEqual([
    expect.stringMatching(`^${path}: policies.0.efect: `),
  ]);
  const notes = 'x'.repeat(4_000);
  const many = Array.from({ length: 100 }, (_, at) => ({ ...old, policyName: `P${at}`, notes, time: '' }));
  expect((await lint(many)).code).toBe(0);
  const condition = `${wallets} && activity.type != '${'y'.repeat(12_000)}'`;
  expect((await lint(many.map((policy) => ({ ...policy, condition })))).printed).toEqual([
    `${path}: the texts of all policies are longer than an organization may have.`,
  ]);
  expect((await lint('{"policies": [')).printed).toEqual([expect.stringMatching(`^${path}: it is no JSON: `)]);
});

test('what a file says moves no cursor of the terminal, and turns no text around, also where the file is no JSON', async () => {
  const broken = file('{"policies": \u001b[2J\u202e}');
  const condition = '\u001b[2J';
  const named = { policyName: 'gro\u061c', effect: 'EFFECT_DENY', condition };
  const { printed } = await done((outputs) => lintPolicies({ path: broken, json: false }, outputs));
  expect(printed.join('')).toMatch(/^[ -~]*it is no JSON[ -~]*$/);
  const { code, stderr } = await run(['policies', 'diff', broken], variables);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^[ -~]*it is no JSON[ -~]*\n$/);
  const path = file([named]);
  const faults = await done((outputs) => lintPolicies({ path, json: false }, outputs));
  expect(faults.printed.join('')).toMatch(/^[ -~]*"gro\\u061c"[ -~]*$/);
});

test('apply makes the policies those of the file, as diff has said, and get prints that file', async () => {
  expect(await policiesNow()).toEqual([]);
  expect(await diff([frozen, bob, old])).toEqual({
    code: 1,
    printed: ['+ deny "Frozen"', '+ allow "Bob"', '+ allow "Old"'],
    said: [],
  });
  expect(await policiesNow()).toEqual([]);
  expect(await apply([frozen, bob, old])).toMatchObject({
    code: 0,
    said: ['The organization has the policies of the file.'],
  });
  expect(await apply([old, bob, frozen])).toEqual({ code: 0, printed: [], said: ['Nothing differs.'] });
  const next = [
    { ...bob, consensus: '', notes: '' },
    { ...frozen, condition: wallets },
  ];
  const { policies } = await asRoot((caller) => caller.ask(listPolicies, {}));
  const idOf = (name: string) => policies.find(({ policyName }) => policyName === name)?.policyId;
  expect((await diff(next, true)).printed.map((line) => JSON.parse(line))).toEqual([
    { does: 'delete', policyName: 'Old', policyId: idOf('Old') },
    { does: 'update', policyName: 'Frozen', policyId: idOf('Frozen'), members: ['condition'] },
    { does: 'update', policyName: 'Bob', policyId: idOf('Bob'), members: ['consensus', 'notes'] },
  ]);
  expect(await apply(next)).toMatchObject({
    code: 0,
    printed: ['- "Old"', '~ "Frozen": condition', '~ "Bob": consensus, notes'],
  });
  expect(await policiesNow()).toEqual(
    expect.arrayContaining([
      { policyName: 'Bob', effect: 'EFFECT_ALLOW', condition: wallets },
      { policyName: 'Frozen', effect: 'EFFECT_DENY', condition: wallets },
    ]),
  );
  expect((await diff(await policiesNow())).code).toBe(0);
  expect(new Set((await apply([])).printed)).toEqual(new Set(['- "Frozen"', '- "Bob"']));
});

test('a file that is wrong changes nothing', async () => {
  await expect(apply([frozen, { ...bob, condition: 'nothing' }])).rejects.toMatchObject({ code: 'POLICY_INVALID' });
  expect(await policiesNow()).toEqual([]);
});

test('where others must approve it stops, asks them once, and goes on when they have', async () => {
  const apiKeys = [{ apiKeyName: 'Key', publicKey: bobKey.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  await asRoot(async (caller) => {
    await caller.submit(createPolicy, { policyName: 'Old', effect: 'EFFECT_ALLOW', condition: wallets });
    const { result } = await caller.submit(createUsers, {
      users: [{ userName: 'Bob', apiKeys, authenticators: [], oauthProviders: [], userTags: [] }],
    });
    const [bobId = ''] = (result as { createUsersResult: { userIds: string[] } }).createUsersResult.userIds;
    const { users } = await caller.ask(listUsers, {});
    const own = users.find((user) =>
      user.apiKeys.some(({ credential }) => credential.publicKey === rootApiKey.publicKey),
    );
    await caller.submit(updateRootQuorum, { threshold: 2, userIds: [own?.userId ?? '', bobId] });
  });
  const approve = (fingerprint: string) => asBob((caller) => caller.submit(approveActivity, { fingerprint }));
  const fingerprintIn = ({ said }: Ran) => /the activity (\S+)\./.exec(said.join())?.[1] ?? '';

  const first = await apply([frozen, bob]);
  expect(first).toMatchObject({ code: 1, printed: ['+ deny "Frozen"', '- "Old"', '+ allow "Bob"'] });
  const again = await apply([frozen, bob]);
  expect(fingerprintIn(again)).toBe(fingerprintIn(first));
  await approve(fingerprintIn(first));
  const second = await apply([frozen, bob]);
  expect(second).toMatchObject({ code: 1, printed: ['- "Old"', '+ allow "Bob"'] });
  await approve(fingerprintIn(second));
  // Bob asks for the last one himself: this root user's own vote is what is missing.
  const { fingerprint } = await asBob((caller) => caller.submit(createPolicies, { policies: [bob] }));
  expect(await apply([frozen, bob])).toMatchObject({ code: 0, printed: ['+ allow "Bob"'] });
  expect(await apply([frozen, bob])).toEqual({ code: 0, printed: [], said: ['Nothing differs.'] });

  const other = { policyName: 'Other', effect: 'EFFECT_ALLOW' } as const;
  const left = await asBob((caller) => caller.submit(createPolicies, { policies: [other] }));
  const { code, said } = await apply([frozen, bob]);
  expect([code, said[1]]).toEqual([0, expect.stringContaining(left.fingerprint)]);
  expect(fingerprint).not.toBe(left.fingerprint);
});

test('what waits for others updates no policy that somebody has changed meanwhile', async () => {
  const changed = { ...bob, notes: 'for good' };
  const { said } = await apply([frozen, changed]);
  const [, fingerprint = ''] = /the activity (\S+)\./.exec(said.join()) ?? [];
  expect(await apply([frozen, changed])).toMatchObject({ said: [expect.stringContaining(fingerprint)] });
  await asRoot(async (caller) => {
    const { policies } = await caller.ask(listPolicies, {});
    const { policyId = '' } = policies.find(({ policyName }) => policyName === 'Bob') ?? {};
    const theirs = await caller.submit(updatePolicy, { policyId, policyNotes: 'theirs' });
    await asBob((other) => other.submit(approveActivity, { fingerprint: theirs.fingerprint }));
  });
  await expect(asBob((caller) => caller.submit(approveActivity, { fingerprint }))).rejects.toMatchObject({
    code: 'POLICY_CHANGED',
  });
  expect(await policiesNow()).toContainEqual({ ...bob, notes: 'theirs' });
  // What would be refused is asked for anew.
  expect((await apply([frozen, changed])).said[0]).not.toContain(fingerprint);
});

test('what waits for others deletes no policy that somebody has changed meanwhile', async () => {
  const left = (await policiesNow()).filter(({ policyName }: { policyName: string }) => policyName !== 'Bob');
  const { printed, said } = await apply(left);
  expect(printed).toEqual(['- "Bob"']);
  const [, fingerprint = ''] = /the activity (\S+)\./.exec(said.join()) ?? [];
  expect(await apply(left)).toMatchObject({ said: [expect.stringContaining(fingerprint)] });
  await asRoot(async (caller) => {
    const { policies } = await caller.ask(listPolicies, {});
    const { policyId = '' } = policies.find(({ policyName }) => policyName === 'Bob') ?? {};
    const theirs = await caller.submit(updatePolicy, { policyId, policyNotes: 'still needed' });
    await asBob((other) => other.submit(approveActivity, { fingerprint: theirs.fingerprint }));
  });
  await expect(asBob((caller) => caller.submit(approveActivity, { fingerprint }))).rejects.toMatchObject({
    code: 'POLICY_CHANGED',
  });
  expect(await policiesNow()).toContainEqual({ ...bob, notes: 'still needed' });
  expect((await apply(left)).said[0]).not.toContain(fingerprint);
});

test('get moves no cursor of the terminal, and turns no text around', async () => {
  const notes = '\u009b2J\u202e\u200f';
  const { fingerprint } = await asRoot((caller) =>
    caller.submit(createPolicies, { policies: [{ policyName: 'Notes', effect: 'EFFECT_DENY', notes }] }),
  );
  await asBob((caller) => caller.submit(approveActivity, { fingerprint }));
  const { printed } = await done((outputs) => getPolicies(environment, outputs));
  expect(printed.join()).toMatch(/^[ -~\n]*$/);
  expect(JSON.parse(printed[0] ?? '').policies).toContainEqual({ policyName: 'Notes', effect: 'EFFECT_DENY', notes });
});

test('the program: what it takes, its exit codes, and its words', async () => {
  const path = file([frozen]);
  expect(await run(['policies', 'lint', path])).toMatchObject({ code: 0, stderr: '1 policy: it can be made.\n' });
  expect(await run(['policies', 'diff', path], variables)).toMatchObject({ code: 1 });
  for (const words of [[], ['get', path], ['lint'], ['lint', path, path], ['lint', path, '--dev'], ['put', path]])
    expect((await run(['policies', ...words], variables)).code).toBe(2);
});
