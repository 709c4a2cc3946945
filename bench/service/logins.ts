import { noLimits } from '../../test/support/live/noLimits.js';
import { openSmsHook } from '../../test/support/live/smsHook.js';
import { cpuMsOf } from '../cpuTime.js';
import type { Figure } from '../figure.js';
import { type BenchOptions, inBatch, scaled } from '../options.js';
import { median, middleHalf } from '../statistics.js';
import { type Account, arrive, logIn, type Target } from '../trips.js';
import { load } from './load.js';
import { pinClient, serveFloor, serversCore } from './oneCore.js';
import { configurationOf, whoamiOf } from './parties.js';
import type { Site } from './serving.js';

const clients = 8;
const loginsARound = 20;
const goals = { SQLite: 20, PostgreSQL: 22 };

/** Logins of returning people on one core, and the service's CPU time for each: four calls to the auth proxy. */
export async function loginFigure(site: Site, options: BenchOptions): Promise<Figure> {
  const hook = await openSmsHook();
  const release = pinClient();
  const serving = await site.serve({
    core: serversCore,
    variables: { SMS_WEBHOOK_URL: hook.url, TRUSTED_PROXIES: '127.0.0.1' },
  });
  await load(serving.url, 1, once(configurationOf(site.parent, { allowedAuthMethods: ['sms'], ...noLimits })));
  const { authProxyConfigId } = site.parent;
  const people = await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      const target = { url: serving.url, address: `198.51.100.${index + 1}`, authProxyConfigId, hook };
      return { target, account: await arrive(target, `+4915${String(index).padStart(9, '0')}`) };
    }),
  );
  const logins = inBatch(loginsARound, options);
  const round = () => Promise.all(people.map((person) => logInOften(person, logins)));
  for (let warming = 0; warming < 2; warming += 1) await round();
  await site.settle();
  const rates: number[] = [];
  const cpuBefore = cpuMsOf([serving.pid]);
  for (let index = 0; index < scaled(9, options); index += 1) {
    const startedAt = performance.now();
    await round();
    rates.push((clients * logins * 1000) / (performance.now() - startedAt));
  }
  const cpuMs = (cpuMsOf([serving.pid]) - cpuBefore) / (rates.length * clients * logins);
  await serving.kill();
  hook.close();
  const floor = await floorOf(site, options);
  release();
  const goal = goals[site.engine];
  return {
    name: `logins a second on one core, ${site.engine}`,
    ours: `${Math.round(median(rates))}, ${cpuMs.toFixed(1)} ms of CPU each`,
    beside: `four bare HTTP requests with their signatures ${Math.round(floor)}`,
    goal: `≤ ${goal} ms of CPU`,
    reached: cpuMs <= goal,
    spread: middleHalf(rates, '/s', 0),
  };
}

type Person = { readonly target: Target; readonly account: Account };

async function logInOften({ target, account }: Person, times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) await logIn(target, account);
}

/** How many times per second a server that only verifies signatures could answer four requests. */
async function floorOf({ customers: [customer] }: Site, options: BenchOptions): Promise<number> {
  if (customer === undefined) throw new Error('There is no customer.');
  const floor = await serveFloor(customer);
  const requests = Array.from({ length: inBatch(20_000, options) }, () => whoamiOf(customer));
  const { perSecond } = await load(floor.url, clients, () => requests.pop());
  floor.stop();
  return perSecond / 4;
}

function once<T>(value: T): () => T | undefined {
  const values = [value];
  return () => values.pop();
}
