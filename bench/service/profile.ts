import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchOptions, inBatch } from '../options.js';
import { load } from './load.js';
import { signatureOf } from './parties.js';
import type { Site } from './serving.js';

/** V8's samples: which function was on top of the stack, and for how long. */
type Profile = {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};

/** The first category that matches a function's name and file gets its time. */
const kinds: readonly (readonly [string, RegExp])[] = [
  ['waiting', /^\((idle|program)\)/],
  ['collecting garbage', /^\(garbage collector\)/],
  ['SQLite and its disk', /libsql/],
  ['secp256k1', /wasm|libauth/],
  ['hashing, AES, verifying', /node:internal\/crypto/],
  ['speaking PostgreSQL', /node_modules\/pg/],
  ['putting SQL together', /kysely|service\/store/],
  ['HTTP and sockets', /node:|^write|node-server/],
  ['our own code', /./],
];

/** Where the event loop's time goes while signatures are made: `SQLite and its disk 31 %, …`, the largest first. */
export async function profiled(site: Site, options: BenchOptions): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-profile-'));
  try {
    const serving = await site.serve({ node: ['--cpu-prof', '--cpu-prof-interval', '250', '--cpu-prof-dir', folder] });
    const requests = Array.from({ length: inBatch(12_000, options) }, (_, index) => index).map((index) => {
      const customer = site.customers[index % site.customers.length];
      return customer && signatureOf(customer, 2 ** 40 + index);
    });
    await load(serving.url, site.customers.length, () => requests.pop());
    process.kill(serving.pid, 'SIGTERM');
    await serving.ended;
    return shares(JSON.parse(readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8')) as Profile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function shares({ nodes, samples, timeDeltas }: Profile): string {
  const kindOf = new Map(
    nodes.map(({ id, callFrame: { functionName, url } }) => {
      const [kind = ''] = kinds.find(([, pattern]) => pattern.test(`${functionName} ${url}`)) ?? [];
      return [id, kind];
    }),
  );
  const spent = new Map<string, number>();
  samples.forEach((id, index) => {
    const kind = kindOf.get(id) ?? '';
    spent.set(kind, (spent.get(kind) ?? 0) + (timeDeltas[index] ?? 0));
  });
  const whole = [...spent.values()].reduce((sum, each) => sum + each, 0);
  return [...spent]
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, time]) => `${kind} ${Math.round((100 * time) / whole)} %`)
    .join(', ');
}
