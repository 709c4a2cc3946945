import { refusals } from '../../../src/contract/refusals.js';
import { seeded } from '../../../test/support/chance.js';
import type { Beat } from '../engine/beat.js';
import { type Fault, hangMs, mostTries } from '../engine/fuzz.js';
import { changeable, nextInput } from '../engine/inputs.js';
import { hashOf, type Target } from '../target.js';
import { honest } from './requests.js';
import { type Answered, sendInProcess, sendOverPort } from './send.js';
import { openWorld, restore, type World } from './world.js';

/** What became of a target's inputs at the running service. */
export type ServiceReport = {
  readonly inputs: number;
  /** Of those, over a connection to the port. */
  readonly overPort: number;
  /** How many answers were 200. */
  readonly done: number;
  /** The slowest answer; where it took more than 100 ms, the fastest of up to ten. */
  readonly slowestMs: number;
  readonly faults: readonly Fault[];
};

export type ServiceSettings = {
  readonly target: Target;
  readonly corpus: readonly string[];
  readonly seed: number;
  readonly inputs: number;
  readonly beat: Beat;
};

/** One input in so many goes over a connection. */
const overPortOneIn = 10;

/** After so many inputs honest requests are asked, messages are sent, and a second has passed. */
const restEvery = 200;

const mostFaults = 10;

/** Sends the corpus, and then new inputs, to a running service. */
export async function askService({ target, corpus, seed, inputs, beat }: ServiceSettings): Promise<ServiceReport> {
  const world = await openWorld();
  const chance = seeded(seed ^ 0xd00d);
  const first = [...corpus, ...(target.service.seeds?.(world) ?? [])];
  const pool = changeable(target, first);
  const faults = new Map<string, Fault>();
  const report = { inputs: 0, overPort: 0, done: 0, slowestMs: 0 };
  const all = Math.max(inputs, first.length);
  try {
    for (; report.inputs < all && faults.size < mostFaults; report.inputs += 1) {
      const input = first[report.inputs] ?? (await nextInput(chance, target, pool));
      beat.note(input);
      const failures = world.failures.length;
      const isOverPort = report.inputs % overPortOneIn === 0;
      const asked = await ask(world, target, input, isOverPort);
      report.slowestMs = Math.max(
        report.slowestMs,
        asked.ms > hangMs ? await leastMs(world, target, input, asked) : asked.ms,
      );
      if (asked.isOverPort) report.overPort += 1;
      if (asked.answered.status === 200) report.done += 1;
      const fault = report.slowestMs > hangMs ? `takes ${Math.round(report.slowestMs)} ms` : faultOf(asked.answered);
      const why = fault && `${fault} ${world.failures.slice(failures).join(' ')}`.trimEnd();
      if (why !== undefined && !faults.has(why)) faults.set(why, { why, input });
      if (report.inputs % restEvery === restEvery - 1) await rest(world);
    }
    await rest(world);
  } finally {
    await world.close();
  }
  return { ...report, faults: [...faults.values()] };
}

type Asked = { readonly answered: Answered; readonly isOverPort: boolean; readonly ms: number };

/** Sends an input; over the port, too, where its header has no form that a request in the process can have. */
async function ask(world: World, target: Target, input: string, overPort: boolean): Promise<Asked> {
  const request = await target.service.request(world, input);
  const start = performance.now();
  const inProcess = overPort ? undefined : await sendInProcess(world, request, addressOf(input));
  const answered = inProcess ?? (await sendOverPort(world, request));
  return { answered, isOverPort: inProcess === undefined, ms: performance.now() - start };
}

/** The machine may have been busy: the least of ten times, each a millisecond later, so that no request repeats another. */
async function leastMs(world: World, target: Target, input: string, { ms, isOverPort }: Asked): Promise<number> {
  let least = ms;
  for (let tries = 1; tries < mostTries && least > hangMs; tries += 1) {
    world.service.clock.advanceMs(1);
    least = Math.min(least, (await ask(world, target, input, isOverPort)).ms);
  }
  return least;
}

/** What is wrong with an answer; an answer of 200, and a refusal in its full form, are right. */
function faultOf({ status, contentType, text }: Answered): string | undefined {
  if (status >= 500) return `answers ${status}: ${text.slice(0, 300)}`;
  if (status !== 200 && (status < 400 || status >= 500)) return `answers ${status}`;
  if (contentType !== 'application/json') return `answers ${status} as ${contentType || 'nothing'}`;
  const body = parsed(text);
  if (typeof body !== 'object' || body === null) return `answers ${status} without a JSON object`;
  if (status === 200) return undefined;
  const { code, message, details } = body as { code?: unknown; message?: unknown; details?: { reason?: unknown }[] };
  const isWhole = typeof code === 'number' && typeof message === 'string' && message !== '' && Array.isArray(details);
  const reason = isWhole ? details[0]?.reason : undefined;
  return typeof reason === 'string' && reason in refusals ? undefined : `answers ${status} without a reason`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Honest requests are answered as if nothing had been, and the service goes on with its work. */
async function rest(world: World): Promise<void> {
  const { service } = world;
  service.clock.advanceMs(1_000);
  await service.service.deliver();
  await restore(service); // a body may have been a true change of it
  for (const request of await honest(world)) {
    for (const answered of [await sendInProcess(world, request, '127.0.0.1'), await sendOverPort(world, request)]) {
      if (answered?.status !== 200 || !answered.text.includes(service.organizationId)) {
        throw new Error(`An honest request to ${request.path} is answered ${answered?.status}: ${answered?.text}`);
      }
    }
  }
}

/** Each input comes from an address of its own, so that one does not use up what another may do. */
function addressOf(input: string): string {
  const hash = hashOf(input);
  return `10.${hash & 0xff}.${(hash >> 8) & 0xff}.${(hash >> 16) & 0xff}`;
}
