import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createWebhookEndpoint, updateWebhookEndpoint } from '../../../src/contract/webhooks.js';
import { callerOf } from '../../../src/service/node/callerOf.js';
import { devConfig } from '../../../src/service/node/devConfig.js';
import type { RootCaller } from '../../../src/service/node/rootCaller.js';
import { startReceiver } from '../../support/receiver.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { builtProgram, run, start } from './program.js';

builtProgram();
const folder = { LATCHKEY_DATA: join(temporaryFolder(), 'dev') };
let variables: Record<string, string>;
let caller: RootCaller;

beforeAll(async () => {
  const dev = start(['dev'], { ...folder, PORT: '0' });
  const PORT = new URL((await dev.line(/^latchkey ready (\S+)/))[1] ?? '').port;
  variables = { ...folder, PORT };
  ({ caller } = await callerOf(await devConfig(variables), Date.now));
});

/** An endpoint on this machine that answers so. @returns its id */
async function endpointOf(name: string, status: number) {
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  receiver.answer = { status };
  const { result } = await caller.submit(createWebhookEndpoint, { url: receiver.url, name });
  const [{ endpointId } = { endpointId: '' }] = Object.values(result as Record<string, { endpointId: string }>);
  return { endpointId, receiver };
}

const webhook = (...words: string[]) => run(['webhook', ...words, '--dev'], variables);

test('a test event is sent, and its outcome is the answer: taken, refused, or to be tried again', async () => {
  const { endpointId, receiver } = await endpointOf('Ledger', 200);
  const taken = await webhook('test', endpointId);
  expect(taken).toMatchObject({ code: 0, stderr: '' });
  expect(taken.stdout).toMatch(/^\S+Z {2}delivered {2}200 {2}1 try {2}event [\da-f-]{36} {2}activity [\da-f-]{36}\n$/);
  const event = /event (\S+)/.exec(taken.stdout)?.[1];
  expect(receiver.received.map(({ headers }) => headers['x-turnkey-event-id'])).toContain(event);
  receiver.answer = { status: 410 };
  const refused = await webhook('test', endpointId);
  expect(refused).toMatchObject({ code: 1, stderr: 'The endpoint answered 410. It is not tried again.\n' });
  receiver.answer = { status: 503 };
  const later = await webhook('test', endpointId);
  expect(later).toMatchObject({ code: 1, stderr: 'The endpoint answered 503. It is tried again.\n' });
  expect(later.stdout).toMatch(/ {2}pending {4}503 {2}1 try {2}/);
});

test('the name of an endpoint moves no cursor and turns no text around', async () => {
  await endpointOf('Ledger\u200b\u061c\ufeff', 200);
  for (const words of [['list'], ['list', '--json']]) {
    const { stdout } = await webhook(...words);
    expect(stdout).toContain('Ledger\\u200b\\u061c\\ufeff');
    expect(stdout).toMatch(/^[ -~\n]*$/);
  }
});

test('endpoints are listed with their last deliveries, in lines or in JSON', async () => {
  const { endpointId, receiver } = await endpointOf('Listed', 200);
  await webhook('test', endpointId);
  const { code, stdout } = await webhook('list');
  const lines = stdout.split('\n');
  const at = lines.indexOf(`${endpointId}  active  ${receiver.url}  Listed`);
  expect({ code, at }).toEqual({ code: 0, at: expect.any(Number) });
  expect(lines[at + 1]).toMatch(/^ {2}\S+Z {2}delivered {2}200 {2}1 try/);
  const json = (await webhook('list', '--json')).stdout.trim().split('\n');
  const listed = json.map((line) => JSON.parse(line)).find((each) => each.endpointId === endpointId);
  expect(listed).toMatchObject({ name: 'Listed', deliveries: [{ tries: 1, responseStatus: 200 }, {}] });
});

test('what is not sent is told: to no endpoint, to one that rests, to none that answers; other words are usage', async () => {
  const { endpointId } = await endpointOf('Paused', 200);
  await caller.submit(updateWebhookEndpoint, { endpointId, isActive: false });
  expect(await webhook('test', endpointId)).toMatchObject({ code: 1, stderr: expect.stringMatching(/is paused/) });
  const none = await webhook('test', '00000000-0000-4000-8000-000000000000');
  expect(none).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/no such webhook endpoint/) });
  expect(await webhook('test', "' or 1=1 --")).toMatchObject({ code: 1, stdout: '' });
  const { endpointId: gone, receiver } = await endpointOf('Gone', 200);
  await receiver.close();
  expect(await webhook('test', gone)).toMatchObject({
    code: 1,
    stderr: 'The endpoint was not reached. It is tried again.\n',
  });
  for (const words of [['test'], ['list', endpointId], ['show', endpointId]])
    expect(await webhook(...words)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('webhook list'),
    });
});
