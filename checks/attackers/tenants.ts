import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createUsers } from '../../src/contract/users.js';
import { createWallet } from '../../src/contract/wallets.js';
import { importSigningKey, type SigningKey } from '../../src/crypto/p256.js';
import { post } from '../../test/support/live/client.js';
import type { Place } from '../../test/support/live/place.js';
import type { Program } from '../../test/support/live/program.js';
import { pause } from '../../test/support/live/serve.js';
import { activityOf, resultOf } from '../../test/support/live/wire.js';
import { makeOrganization, openSite, type Site } from '../security/site.js';
import { type Attack, attackersMember, attackersWallet, attacksOf, uploads, walletOf } from './attacks.js';
import { type Honest, honestRequests } from './honest.js';
import { makePerson } from './person.js';
import { lineOf, type Row, rowOf } from './table.js';

export type TenantsOptions = {
  readonly program: Program;
  readonly place: Place;
  /** Of each of the three runs. */
  readonly seconds: number;
  readonly connections: number;
  readonly progress: (line: string) => void;
};

const organizationsOfOneAddress = 30;
const peopleWhoLogIn = 10;

/** Honest requests without an attacker, beside one organization, and beside one address with thirty. */
export async function tenants({ program, place, seconds, connections, progress }: TenantsOptions): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-attackers-'));
  const probeFile = join(folder, 'probe');
  const site = await openSite({ program, place: probed(place, probeFile) }, { node: ['--import', probeModule] });
  try {
    const signs = await makePerson(site, '+4915100000001', '198.51.100.1');
    const logIn: Honest[] = [];
    for (let made = 0; made < peopleWhoLogIn; made += 1)
      logIn.push(await makePerson(site, `+49151000001${10 + made}`, '198.51.100.2'));
    const honest = { signs, logIn };
    const attackers: Attacker[] = [];
    for (let made = 0; made < organizationsOfOneAddress; made += 1) attackers.push(await makeAttacker(site, made));
    progress(`${place.name}: ${attackers.length} organizations of attackers made`);
    const rows: Row[] = [];
    for (const [name, chosen] of [
      ['quiet', []],
      ['one organization', attackers.slice(0, 1)],
      [`one address, ${attackers.length} organizations`, attackers],
    ] as const) {
      const fromMs = Date.now();
      const flooded = chosen.length === 0 ? undefined : flood(site, chosen, { seconds: seconds + 2, connections });
      if (flooded) await pause(1000);
      const times = await honestRequests(site, honest, seconds);
      const answers = (await flooded) ?? {};
      const row = rowOf({ place: place.name, name, times, answers, probe: readFileSync(probeFile, 'utf8'), fromMs });
      rows.push(row);
      progress(lineOf(row));
      await pause(3000);
    }
    return rows;
  } finally {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const probeModule = join(process.cwd(), 'checks/attackers/probe.mjs');

/** The limits as they are by default; the client's address stands in a header, since this machine sends it all. */
const probed = (place: Place, PROBE_FILE: string): Place => ({
  ...place,
  variables: {
    ...place.variables,
    PROBE_FILE,
    TRUSTED_PROXIES: '127.0.0.1',
    LATCHKEY_FAIR_SHARES: '250,2,500,4',
    LATCHKEY_QUERIES_PER_MINUTE: '600',
  },
});

type Attacker = { readonly attacks: readonly Attack[]; readonly root: Key; readonly member: Key };

/** How another process stamps by it. */
type Key = { readonly publicKey: string; readonly jwk: object };

async function makeKey(): Promise<Key & { readonly key: SigningKey }> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = privateKey.export({ format: 'jwk' });
  const bytes = (member = '') => Buffer.from(member, 'base64url');
  const prefix = (bytes(jwk.y).at(-1) ?? 0) % 2 === 0 ? '02' : '03';
  const publicKey = prefix + bytes(jwk.x).toString('hex');
  const key = await importSigningKey({ publicKey, privateKey: bytes(jwk.d).toString('hex') });
  return { publicKey, jwk, key };
}

async function makeAttacker(site: Site, index: number): Promise<Attacker> {
  const [root, member] = [await makeKey(), await makeKey()];
  const party = await makeOrganization(site, `Attacker ${index}`, root.key);
  const { url } = site.serving;
  const making = await activityOf(party, createWallet, attackersWallet);
  const { addresses } = resultOf<{ addresses: string[] }>(createWallet, making, await post(url, making));
  await post(url, await activityOf(party, createUsers, attackersMember(member.publicKey)));
  for (const { row, parameters } of uploads()) await post(url, await activityOf(party, row, parameters));
  return { root, member, attacks: await attacksOf(party.organizationId, walletOf(addresses)) };
}

/** Sends what attackers send, at full speed, from one address. @returns how often each was answered what */
async function flood(
  { serving: { url } }: Site,
  attackers: readonly Attacker[],
  { seconds, connections }: { seconds: number; connections: number },
): Promise<Record<string, number>> {
  const requests = attackers.flatMap(({ root, member, attacks }) =>
    attacks.map((attack) => {
      const { publicKey, jwk } = attack.isMembers ? member : root;
      return { ...attack, address: '203.0.113.7', key: { publicKey, jwk } };
    }),
  );
  const child = spawn(process.execPath, [join(process.cwd(), 'checks/attackers/flood.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  yieldToAll(child.pid ?? 0);
  child.stdin.end(JSON.stringify({ url, seconds, connections, requests: shuffled(requests) }));
  return JSON.parse(await text(child.stdout)) as Record<string, number>;
}

/** Attackers have machines of their own: where the service or its database wants a core, theirs waits. */
function yieldToAll(pid: number): void {
  setPriority(pid, constants.priority.PRIORITY_LOW);
  try {
    // Linux may weigh sessions first, and priorities within one only: theirs is a session of its own.
    writeFileSync(`/proc/${pid}/autogroup`, '19');
  } catch {
    // no such system
  }
}

/** The same order in each run, in which the attackers and their attacks follow each other in turn. */
const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item, index) => ({ item, place: (index * 7919) % 104_729 }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
