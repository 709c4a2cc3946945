import { refusals } from '../../../src/contract/refusals.js';
import { seeded } from '../../../test/support/chance.js';
import { type Fault, hangMs, mostTries } from '../engine/fuzz.js';
import type { Heartbeat } from '../engine/heartbeat.js';
import { changeable, nextInput } from '../engine/inputs.js';
import { shorterTime, slowness } from '../engine/stopwatch.js';
import { hashOf, type Target } from '../target.js';
import { type Fixtures, openFixtures, restore } from './fixtures.js';
import { honestRequests } from './requests.js';
import { type Answer, sendInProcess, sendOverPort } from './send.js';

/** The results of a target at the running service. */
export type ServiceReport = {
  readonly inputs: number;
  /** How many of them were sent over a connection to the port. */
  readonly overPort: number;
  /** How many were answered with 200. */
  readonly done: number;
  /** The time of the slowest answer; the minimum of up to ten runs, if it took more than the target's limit. */
  readonly slowestMs: number;
  readonly faults: readonly Fault[];
};

export type ServiceSettings = {
  readonly target: Target;
  readonly corpus: readonly string[];
  readonly seed: number;
  readonly inputs: number;
  readonly heartbeat: Heartbeat;
};

/** One input in this many is sent over a connection. */
const overPortOneIn = 10;

/** After this many inputs a second passes, messages are delivered, and honest requests are sent. */
const restEvery = 200;

const mostFaults = 10;

/** Sends the corpus, and then new inputs, to a running service. */
export async function fuzzService({
  target,
  corpus,
  seed,
  inputs,
  heartbeat,
}: ServiceSettings): Promise<ServiceReport> {
  const fixtures = await openFixtures();
  const chance = seeded(seed ^ 0xd00d);
  const first = [...corpus, ...(target.service.seeds?.(fixtures) ?? [])];
  const pool = changeable(target, first);
  const faults = new Map<string, Fault>();
  const report = { inputs: 0, overPort: 0, done: 0, slowestMs: 0 };
  const all = Math.max(inputs, first.length);
  const { mostMs = hangMs } = target.service;
  try {
    for (; report.inputs < all && faults.size < mostFaults; report.inputs += 1) {
      const input = first[report.inputs] ?? (await nextInput(chance, target, pool));
      heartbeat.note(input);
      const failures = fixtures.failures.length;
      const isOverPort = report.inputs % overPortOneIn === 0;
      const sent = await sendInput(fixtures, target, input, isOverPort);
      const ms = sent.ms > mostMs ? await leastMs(fixtures, target, input, sent) : sent.ms;
      report.slowestMs = Math.max(report.slowestMs, ms);
      if (sent.isOverPort) report.overPort += 1;
      if (sent.answer.status === 200) report.done += 1;
      const isSlow = ms > mostMs && ms > mostMs * slowness();
      const fault = isSlow ? `takes ${Math.round(ms)} ms` : faultOf(sent.answer);
      const why = fault && `${fault} ${fixtures.failures.slice(failures).join(' ')}`.trimEnd();
      if (why !== undefined && !faults.has(why)) faults.set(why, { why, input });
      if (report.inputs % restEvery === restEvery - 1) await rest(fixtures);
    }
    await rest(fixtures);
  } finally {
    await fixtures.close();
  }
  return { ...report, faults: [...faults.values()] };
}

type Sent = { readonly answer: Answer; readonly isOverPort: boolean; readonly ms: number };

/** Sends an input: over the port if asked to, or if a header has characters that `Request` does not allow. */
async function sendInput(fixtures: Fixtures, target: Target, input: string, overPort: boolean): Promise<Sent> {
  const request = await target.service.request(fixtures, input);
  const passedMs = shorterTime();
  const inProcess = overPort ? undefined : await sendInProcess(fixtures, request, addressOf(input));
  const answer = inProcess ?? (await sendOverPort(fixtures, request));
  return { answer, isOverPort: inProcess === undefined, ms: passedMs() };
}

/** The minimum of ten runs, because the machine may have been busy. Each is a millisecond later, so that no request repeats another. */
async function leastMs(fixtures: Fixtures, target: Target, input: string, { ms, isOverPort }: Sent): Promise<number> {
  let least = ms;
  const { mostMs = hangMs } = target.service;
  for (let tries = 1; tries < mostTries && least > mostMs; tries += 1) {
    fixtures.service.clock.advanceMs(1);
    least = Math.min(least, (await sendInput(fixtures, target, input, isOverPort)).ms);
  }
  return least;
}

/** What is wrong with an answer. Right are JSON objects with 200, and complete refusals. */
function faultOf({ status, contentType, text }: Answer): string | undefined {
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

/** Honest requests must still be answered, and messages delivered. */
async function rest(fixtures: Fixtures): Promise<void> {
  const { service } = fixtures;
  service.clock.advanceMs(1_000);
  await service.service.deliver();
  await restore(service); // an input may have changed the configuration
  for (const request of await honestRequests(fixtures)) {
    for (const answer of [await sendInProcess(fixtures, request, '127.0.0.1'), await sendOverPort(fixtures, request)]) {
      if (answer?.status !== 200 || !answer.text.includes(service.organizationId)) {
        throw new Error(`An honest request to ${request.path} is answered ${answer?.status}: ${answer?.text}`);
      }
    }
  }
}

/** A client address for each input, so that no input reaches the limits by another's requests. */
function addressOf(input: string): string {
  const hash = hashOf(input);
  return `10.${hash & 0xff}.${(hash >> 8) & 0xff}.${(hash >> 16) & 0xff}`;
}
