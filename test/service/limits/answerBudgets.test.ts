import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { whoami } from '../../../src/contract/users.queries.js';
import { refusalOfFailure } from '../../../src/service/failure.js';
import { answerInSlices, answerRefusal } from '../../../src/service/http/answers.js';
import { createAnswerBudgets } from '../../../src/service/limits/answerBudgets.js';
import { createWorkLimits, unlimitedWork } from '../../../src/service/limits/requestWork.js';
import { defaultLimits, type Limits } from '../../../src/service/node/limits.js';
import { type Running, startServer } from '../../../src/service/node/startServer.js';
import { createTestService } from '../../../src/testing/createTestService.js';
import { makeSubOrganization, rootOf } from '../../support/parties.js';
import { stampOf } from '../../support/wire.js';

const MIB = 2 ** 20;
const person = { isParents: false, comesFirst: false };

test('A-64: an address, an organization and all together hold what their limits say, and no more is begun then', () => {
  const budgets = createAnswerBudgets({ answerBytesPerAddress: 8, answerBytesPerOrganization: 12, answerBytes: 20 });
  const outcome = (address: string | undefined, organizationId: string, more: object = {}) => {
    const answer = budgets.open(address);
    try {
      answer.check({ organizationId, ...person, ...more });
      return answer.hold(5);
    } catch (error) {
      return refusalOfFailure(error, () => {}).code;
    }
  };
  const full = 'TOO_MUCH_WORK';
  const [first, second] = [outcome('a', 'one'), outcome('a', 'one')];
  expect(outcome('a', 'two')).toBe(full);
  expect(outcome('a', 'two', { isParents: true })).toBeTypeOf('function');
  expect(outcome('b', 'one')).toBeTypeOf('function');
  expect(outcome('c', 'one')).toBe(full);
  expect(outcome('c', 'one', { comesFirst: true })).toBeTypeOf('function');
  expect(budgets.held()).toBe(25);
  // There is no more in all: the address with the most waits.
  expect(outcome('a', 'three')).toBe(full);
  expect(outcome('d', 'three')).toBeTypeOf('function');
  expect(outcome(undefined, 'four')).toBeTypeOf('function');
  if (typeof first !== 'function' || typeof second !== 'function') throw new Error('they were begun');
  for (const release of [first, first, second]) release();
  expect(budgets.held()).toBe(25);
  expect(outcome('a', 'three')).toBeTypeOf('function');
});

test('A-64: who has waited for a turn is asked again, since others have had their answers meanwhile', async () => {
  const share = { ms: 100_000, running: 1 };
  const fairShares = { organization: share, address: share, waitMs: 1000 };
  const openWork = createWorkLimits({ fairShares, queriesPerMinute: Number.POSITIVE_INFINITY }, Date.now);
  const budgets = createAnswerBudgets({ answerBytesPerAddress: 1, answerBytesPerOrganization: 1, answerBytes: 9 });
  const by = (organizationId: string) => ({ organizationId, userId: 'Ada', isProxy: false, ...person });
  const begin = async (clientAddress: string, organizationId: string) => {
    const answerBudget = budgets.open(clientAddress);
    const work = await openWork({ clientAddress, answerBudget });
    return { answerBudget, work, known: work.knownToBe(by(organizationId)) };
  };
  const [first, other] = [await begin('a', 'one'), await begin('b', 'two')];
  await Promise.all([first.known, other.known]);
  const second = await begin('c', 'one');
  first.answerBudget.hold(1);
  first.work.end();
  await expect(second.known).rejects.toMatchObject({ code: 'TOO_MUCH_WORK' });
  second.work.end();
  const third = await begin('c', 'three');
  await third.known;
});

test('A-64: the service asks whose answer it will be before it does the work, and sends what was worked for', async () => {
  const service = await createTestService();
  const { users, organizationId } = await makeSubOrganization(service);
  const root = await rootOf(service);
  const budgets = createAnswerBudgets({ answerBytesPerAddress: 1, answerBytesPerOrganization: 1, answerBytes: 1 });
  const askAs = async ({ key }: typeof root) => {
    const body = JSON.stringify({ organizationId });
    const headers = { 'Content-Type': 'application/json', ...(await stampOf(key, body)) };
    const request = new Request(`https://latchkey.test${whoami.path}`, { method: 'POST', headers, body });
    const answerBudget = budgets.open('a');
    const response = await service.service.fetch(request, { clientAddress: 'a', answerBudget });
    return { response, release: answerBudget.hold(1) };
  };
  const first = await askAs(users[0]);
  expect(first.response.status).toBe(200);
  const second = await askAs(users[0]);
  expect(second.response.status).toBe(429);
  expect(second.response.headers.get('Retry-After')).toBe('1');
  expect(await second.response.json()).toMatchObject({ code: 8, details: [{ reason: 'TOO_MUCH_WORK' }, {}, {}] });
  expect((await askAs(root)).response.status).toBe(200);
  for (const { release } of [first, second]) release();
  expect((await askAs(users[0])).response.status).toBe(200);
  await service.close();
});

const servers: Running[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

/** A server on a port, each of whose answers has 32 MiB. */
async function serve(limits: Partial<Limits>) {
  const { service } = await createTestService();
  const server = await startServer({
    service,
    hosts: ['127.0.0.1'],
    port: 0,
    log: () => {},
    limits: { ...defaultLimits, ...limits },
    fetch: async (_, { answerBudget, clientAddress = '' }) => {
      try {
        answerBudget?.check({ organizationId: clientAddress, ...person });
        return await answerInSlices({ text: 'x'.repeat(32 * MIB) }, unlimitedWork);
      } catch (error) {
        return answerRefusal(refusalOfFailure(error, () => {}));
      }
    },
  });
  servers.push(server);
  return { server, port: Number(new URL(server.url).port) };
}

const request = 'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

function unread(port: number, from: string) {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from });
  socket.on('error', () => {}).pause();
  socket.write(request);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, closed };
}

function read(port: number, from: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: from });
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
    });
    socket.once('error', reject).once('end', () => resolve(answer));
    socket.write(request);
  });
}

test('A-64: an unread answer of one address stops its next request and nobody else’s', async () => {
  const { server, port } = await serve({});
  const { socket, closed } = unread(port, '127.0.0.2');
  await expect.poll(() => server.state().answerBytes).toBeGreaterThan(32 * MIB - 1);
  const again = await read(port, '127.0.0.2');
  expect(again).toMatch(/^HTTP\/1\.1 429 [\s\S]*Retry-After: 1\r\n[\s\S]*TOO_MUCH_WORK/i);
  const other = await read(port, '127.0.0.3');
  expect(other).toMatch(/^HTTP\/1\.1 200 /);
  expect(other.length).toBeGreaterThan(32 * MIB);
  socket.destroy();
  await closed;
  await expect.poll(() => server.state().answerBytes).toBe(0);
});

test('A-64: an unread answer is cut off, and its bytes are free again', async () => {
  const { server, port } = await serve({ takeMs: 300 });
  const { socket, closed } = unread(port, '127.0.0.2');
  await expect.poll(() => server.state().answerBytes).toBeGreaterThan(0);
  await expect.poll(() => server.state().answerBytes).toBe(0);
  socket.resume();
  await closed;
  expect(socket.bytesRead).toBeLessThan(32 * MIB);
});
