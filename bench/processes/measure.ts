import { updateAuthProxyConfig } from '../../src/contract/authProxy.js';
import { createSigningKey } from '../../src/crypto/p256.js';
import { post } from '../../test/support/live/client.js';
import { type Cluster, openCluster } from '../../test/support/live/cluster.js';
import { noLimits } from '../../test/support/live/noLimits.js';
import { buildProgram, type Program } from '../../test/support/live/program.js';
import { freshSecrets } from '../../test/support/live/secrets.js';
import { init, type Serving, serve } from '../../test/support/live/serve.js';
import { openSmsHook } from '../../test/support/live/smsHook.js';
import { activityOf, yes } from '../../test/support/live/wire.js';
import type { Figure } from '../figure.js';
import { type BenchOptions, scaled } from '../options.js';
import { type Account, arrive, logIn, sign, type Target } from '../trips.js';
import { figuresOf, type Shift } from './figures.js';
import { openMeter, type Usage } from './usage.js';

const clients = 16;

/** Signatures and logins by one service process, then by two, on one PostgreSQL; the clients run on the same machine. */
export async function measure(options: BenchOptions): Promise<readonly Figure[]> {
  const cluster = await openCluster();
  if (cluster === undefined) return [];
  const program = await buildProgram();
  try {
    const one = await shifts(cluster, program, 1, options);
    const two = await shifts(cluster, program, 2, options);
    return figuresOf(one, two);
  } finally {
    await cluster.remove();
  }
}

async function shifts(cluster: Cluster, program: Program, processes: number, options: BenchOptions): Promise<Shift[]> {
  const hook = await openSmsHook();
  const url = await cluster.freshDatabase();
  const variables = {
    ...freshSecrets().variables,
    DATABASE_URL: url,
    SMS_WEBHOOK_URL: hook.url,
    TRUSTED_PROXIES: '127.0.0.1',
  };
  const key = await createSigningKey();
  const { organizationId, authProxyConfigId } = await init(program, variables, key.publicKey);
  const running: Serving[] = [];
  for (let started = 0; started < processes; started += 1) running.push(await serve(program, variables));
  const meter = await openMeter(
    url,
    cluster,
    running.map(({ pid }) => pid),
  );
  try {
    const allowing = await activityOf({ key, organizationId }, updateAuthProxyConfig, {
      allowedAuthMethods: ['sms'],
      ...noLimits,
    });
    yes(allowing, await post(running[0]?.url ?? '', allowing));
    const people = await Promise.all(
      Array.from({ length: clients }, async (_, index) => {
        const { url: nearest = '' } = running[index % running.length] ?? {};
        const target = { url: nearest, address: `198.51.100.${index + 1}`, authProxyConfigId, hook };
        return { target, account: await arrive(target, `+4915${String(index).padStart(9, '0')}`) };
      }),
    );
    const found: Shift[] = [];
    for (const { name, each, times } of [
      { name: 'signatures', each: sign, times: 250 },
      { name: 'logins', each: logIn, times: 40 },
    ]) {
      const rounds = scaled(times, options);
      const all = (count: number) => Promise.all(people.map((one) => again(count, one, each)));
      await all(Math.ceil(rounds / 5));
      const before = await meter.read();
      const startedAt = performance.now();
      await all(rounds);
      const seconds = (performance.now() - startedAt) / 1000;
      found.push({ name, count: rounds * clients, seconds, used: spent(before, await meter.read()) });
    }
    return found;
  } finally {
    await meter.close();
    await Promise.all(running.map((each) => each.kill()));
    hook.close();
  }
}

type Client = { readonly target: Target; readonly account: Account };

async function again(
  times: number,
  { target, account }: Client,
  once: (target: Target, account: Account) => Promise<void>,
) {
  for (let done = 0; done < times; done += 1) await once(target, account);
}

const spent = (before: Usage, after: Usage): Usage => ({
  serviceCpuMs: after.serviceCpuMs - before.serviceCpuMs,
  databaseCpuMs: after.databaseCpuMs - before.databaseCpuMs,
  walBytes: after.walBytes - before.walBytes,
  rollbacks: after.rollbacks - before.rollbacks,
});
