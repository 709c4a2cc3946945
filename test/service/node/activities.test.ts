import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Activity } from '../../../src/contract/activities.records.js';
import { createPolicy, deletePolicy } from '../../../src/contract/policies.js';
import {
  type ActivitiesWanted,
  listCommand,
  momentNamed,
  showCommand,
} from '../../../src/service/node/activitiesCommand.js';
import { callerOf } from '../../../src/service/node/callerOf.js';
import { readConfigEnvironment } from '../../../src/service/node/environment.js';
import { freshSecrets } from '../../../src/service/node/freshSecrets.js';
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
const made = 120;
const absent = '00000000-0000-4000-8000-000000000000';

beforeAll(async () => {
  await run(['init', '--name', 'Acme', '--root-public-key', rootApiKey.publicKey], variables);
  let timeMs = Date.now();
  const { caller, close } = await callerOf(environment, () => timeMs++);
  for (let at = 0; at < made / 2; at += 1) {
    const { result } = await caller.submit(createPolicy, {
      policyName: 'P',
      effect: 'EFFECT_ALLOW',
      notes: String(at),
    });
    const { policyId } = (result as { createPolicyResult: { policyId: string } }).createPolicyResult;
    await caller.submit(deletePolicy, { policyId });
  }
  await close();
});

async function list(wanted: Partial<ActivitiesWanted>) {
  const [printed, said]: [string[], string[]] = [[], []];
  const outputs = { print: (line: string) => void printed.push(line), say: (line: string) => void said.push(line) };
  await listCommand(environment, { limit: Number.POSITIVE_INFINITY, json: false, ...wanted }, outputs);
  return { printed, said };
}

const idsIn = (lines: readonly string[]): string[] => lines.map((line) => JSON.parse(line).id);

test('all pages come, each activity once, newest first; cut off, it goes on with the last id', async () => {
  const { printed } = await list({ json: true });
  const ids = idsIn(printed);
  expect(ids.length).toBeGreaterThanOrEqual(made);
  expect(new Set(ids).size).toBe(ids.length);
  const times = printed.map((line) => Number(JSON.parse(line).createdAt.seconds));
  expect(times).toEqual([...times].sort((one, next) => next - one));
  const begun = (await list({ json: true, limit: 70 })).printed;
  expect(begun).toHaveLength(70);
  const rest = (await list({ json: true, after: idsIn(begun).at(-1) })).printed;
  expect([...begun, ...rest]).toEqual(printed);
});

test('by status and by type, a line each', async () => {
  const { printed, said } = await list({ type: 'ACTIVITY_TYPE_DELETE_POLICY', status: 'ACTIVITY_STATUS_COMPLETED' });
  expect(said).toEqual([`${made / 2} activities`]);
  for (const line of printed)
    expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z {2}completed {14}[\da-f-]{36} {2}DELETE_POLICY$/);
  expect(await list({ status: 'ACTIVITY_STATUS_REJECTED' })).toEqual({ printed: [], said: ['0 activities'] });
});

test('one, with everything that the wire has', async () => {
  const [newest] = idsIn((await list({ json: true, limit: 1 })).printed);
  const printed: string[] = [];
  await showCommand(environment, newest ?? '', { print: (line) => void printed.push(line), say: () => {} });
  expect(JSON.parse(printed.join('\n'))).toMatchObject({
    id: newest,
    status: 'ACTIVITY_STATUS_COMPLETED',
    votes: [{}],
  });
});

test('of one user, and of a time, which bound each other and what goes on behind an id', async () => {
  const all = idsIn((await list({ json: true })).printed);
  const [newest] = (await list({ json: true, limit: 1 })).printed;
  const { votes, createdAt } = JSON.parse(newest ?? '') as Activity;
  const by = votes[0]?.userId;
  const ms = Number(typeof createdAt === 'object' ? createdAt.seconds : 0) * 1_000;
  expect(idsIn((await list({ json: true, by })).printed)).toEqual(all);
  expect((await list({ by: absent })).printed).toEqual([]);
  expect(idsIn((await list({ json: true, by, sinceMs: ms - 3_600_000, untilMs: ms + 3_600_000 })).printed)).toEqual(
    all,
  );
  expect((await list({ by, sinceMs: ms + 3_600_000 })).printed).toEqual([]);
  expect((await list({ untilMs: ms - 3_600_000 })).printed).toEqual([]);
  const rest = idsIn((await list({ json: true, after: all[1], untilMs: ms + 3_600_000 })).printed);
  expect(rest).toEqual(all.slice(2));
});

test.each([
  ['2026-11-30', '2026-11-30T00:00:00.000Z'],
  ['2026-11-30T12:30', '2026-11-30T12:30:00.000Z'],
  ['2026-11-30T12:30:15.5+02:00', '2026-11-30T10:30:15.500Z'],
  ['1969-12-31', undefined],
  ['30.11.2026', undefined],
  ['2026-02-99', undefined],
])('%s is the moment %s', (text, moment) => {
  const ms = momentNamed(text);
  expect(ms === undefined ? undefined : new Date(ms).toISOString()).toBe(moment);
});

test('one by its fingerprint, too', async () => {
  const [newest] = (await list({ json: true, limit: 1 })).printed;
  const { id, fingerprint } = JSON.parse(newest ?? '') as Activity;
  const shown = await run(['activities', 'show', fingerprint], variables);
  expect(JSON.parse(shown.stdout)).toMatchObject({ id, fingerprint });
  const none = await run(['activities', 'show', `sha256:${'0'.repeat(64)}`], variables);
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('No activity found') });
});

test('the program: what it takes, its exit codes, and its words', async () => {
  const listed = await run(['activities', 'list', '--limit', '2', '--status', 'completed'], variables);
  expect(listed).toMatchObject({ code: 0, stderr: '2 activities\n' });
  expect(listed.stdout.trim().split('\n')).toHaveLength(2);
  const exported = await run(['activities', 'export'], variables);
  expect(exported).toMatchObject({ code: 0, stderr: '' });
  expect(idsIn(exported.stdout.trim().split('\n')).length).toBeGreaterThanOrEqual(made);
  const none = await run(['activities', 'show', absent], variables);
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('No activity found') });
  for (const type of ['CREATE_POLICY_V3', 'ACTIVITY_TYPE_CREATE_POLICY_V3'])
    expect(await run(['activities', 'list', '--type', type], variables)).toMatchObject({ code: 0 });
  expect(await run(['activities', 'list', '--by', ''], variables)).toMatchObject({ code: 1, stdout: '' });
  const byType = await run(['activities', 'list', '--type', 'DELETE_POLICY'], variables);
  expect(byType.stdout).toContain('  DELETE_POLICY\n');
  const wrong = [
    ['list', '--type', 'DELETE_POLICIE'],
    [],
    ['show'],
    ['show', absent, '--limit', '5'],
    ['list', absent],
    ['list', '--status', 'gone'],
    ['list', '--limit', '0'],
    ['list', '--since', 'yesterday'],
    ['list', '--since', '2026-02-30'],
    ['export', '--after', 'null'],
    ['list', '--until', '2026-13-01'],
    ['show', absent, '--by', absent],
    ['drop'],
  ];
  for (const words of wrong) expect((await run(['activities', ...words], variables)).code).toBe(2);
});
