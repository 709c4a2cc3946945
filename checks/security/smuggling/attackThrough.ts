import { type Chance, pick, seeded } from '../../../test/support/chance.js';
import type { Party } from '../../../test/support/live/wire.js';
import type { Site } from '../site.js';
import { type Attempt, attempts } from './attempts.js';
import { type HonestClient, sendRaw } from './clients.js';
import { hiddenKinds, hiddenRequest } from './hidden.js';
import type { Tried } from './outcomes.js';

/** The attack through one listener. */
export type Attack = {
  readonly site: Site;
  /** The port of the front proxy. */
  readonly port: number;
  readonly honest: readonly HonestClient[];
  /** Its key stamps the hidden requests. */
  readonly victim: Party;
  readonly seed: number;
  /** How many attempts, without the control. */
  readonly count: number;
  /** The number of the first request, the control: an honest second request on a connection. */
  readonly first: number;
};

export type Attacked = {
  readonly tried: readonly Tried[];
  /** How many honest requests were sent. */
  readonly honestRequests: number;
  /** What was wrong with the answers to honest clients. */
  readonly faults: readonly string[];
};

const mostAtOnce = 6;

/**
 * Makes attempts through one listener, some at once. Honest clients send requests at the same time and twice afterwards: these use the
 * proxy's connections to the service that the attempts used. The attackers' connections are closed only then.
 */
export async function attackThrough(attack: Attack): Promise<Attacked> {
  const { port, honest, seed, count, first } = attack;
  const chance = seeded(seed * 1_000_003 + first);
  const tried: Tried[] = [];
  const faults: string[] = [];
  let honestRequests = 0;
  const chosen: Attempt[] = [honestSecond];
  while (chosen.length <= count) chosen.push(...shuffled(attempts, chance));
  for (let next = 0; next <= count; ) {
    const most = Math.min(count + 1, next + 1 + Math.floor(chance() * mostAtOnce));
    const batch = await Promise.all(
      chosen.slice(next, most).map((attempt, index) => made(attempt, first + next + index, attack, chance)),
    );
    const names = batch.map(({ attempt, kind }) => `${attempt.family} ${JSON.stringify(attempt.odd)} hiding ${kind}`);
    const ask = async (when: string) => {
      honestRequests += honest.length;
      const wrong = await Promise.all(honest.map((client) => client(port)));
      for (const fault of wrong) if (fault !== undefined) faults.push(`${fault}, ${when} ${names.join(' | ')}`);
    };
    const meanwhile = ask('together with');
    const connections = await Promise.all(batch.map(({ bytes }) => sendRaw(port, bytes, { timeoutMs: 150 })));
    await meanwhile;
    await ask('after');
    await ask('a second time after');
    for (const connection of connections) connection.close();
    tried.push(...batch.map(({ bytes: _, ...each }) => each));
    next = most;
  }
  return { tried, honestRequests, faults };
}

/** The control: its second request takes effect, and the proxy counts it. A smuggled request would take effect without being counted. */
const honestSecond: Attempt = {
  family: 'control',
  odd: '',
  bytes: ({ hidden, headers }) => ['GET /health HTTP/1.1', ...headers, '', hidden].join('\r\n'),
};

async function made(
  attempt: Attempt,
  number: number,
  { site, victim }: Attack,
  chance: Chance,
): Promise<Tried & { bytes: string }> {
  const kind = attempt === honestSecond ? 'wallet' : pick(chance, hiddenKinds);
  const hidden = await hiddenRequest(kind, number, site, victim);
  const headers = [
    ...['Host: localhost', `X-Auth-Proxy-Config-Id: ${site.parent.authProxyConfigId}`],
    ...[`X-Marker: around-${number}`, 'Content-Type: application/json'],
  ];
  return { attempt, kind, number, bytes: attempt.bytes({ hidden, headers }) };
}

const shuffled = <T>(all: readonly T[], chance: Chance): T[] =>
  all
    .map((each) => ({ each, place: chance() }))
    .sort((a, b) => a.place - b.place)
    .map(({ each }) => each);
