import { updateAuthProxyConfig } from '../../src/contract/authProxy.js';
import { createSigningKey, type SigningKey } from '../../src/crypto/p256.js';
import type { Parent } from '../../src/service/makeParent.js';
import { between, type Chance, pick, seeded } from '../../test/support/chance.js';
import { type Client, createClient, Over, post } from '../../test/support/live/client.js';
import { type Ledger, openLedger, type Sent } from '../../test/support/live/ledger.js';
import { noLimits } from '../../test/support/live/noLimits.js';
import type { Place } from '../../test/support/live/place.js';
import type { Program } from '../../test/support/live/program.js';
import { freshSecrets } from '../../test/support/live/secrets.js';
import {
  init,
  isReady,
  pause,
  type Serving,
  serve,
  serveAndKill,
  type Variables,
} from '../../test/support/live/serve.js';
import { activityOf, yes } from '../../test/support/live/wire.js';
import { createAims } from './aims.js';
import { createAudit } from './audit/audit.js';
import { contentsOf } from './audit/contents.js';
import { unendedFaults } from './audit/effects.js';
import { exchanges } from './exchanges.js';
import { nodeArguments, openExternalServers } from './externalServers.js';
import type { Fixtures } from './fixtures.js';
import { pairs } from './pairs.js';
import { people } from './person.js';
import { policyOrganizations } from './policyOrganizations.js';
import { recoveries } from './recoveries.js';
import { lasting, repeatables, repeatFaults } from './repeat.js';
import { importers } from './transfers.js';
import { webhookClient } from './webhookClient.js';

/** What is killed: the service under load, the service while it starts, the database's server, or both at once. */
export type Victim = 'service' | 'starting service' | 'database' | 'both';

export type CrashSettings = {
  readonly program: Program;
  readonly place: Place;
  readonly kills: number;
  readonly chance: Chance;
  /** Called after each kill. */
  readonly progress?: (report: CrashReport) => void;
};

/** The result of a run. */
export type CrashReport = {
  readonly place: string;
  readonly ledger: Ledger;
  readonly victims: Victim[];
  /** How many kills cut off requests of each kind. */
  readonly hits: Map<string, number>;
  /** Milliseconds from the start of the service, or the return of its database, to `/ready`; one number for each kill. */
  readonly readyMs: number[];
  /** Answers compared with those to the same bytes later. */
  repeated: number;
  /** The numbers of unanswered requests that took effect, and that did not. */
  done: number;
  absent: number;
  /** The numbers of received messages and of codes in them: a message that a killed service was sending is sent again. */
  messages: number;
  /** One sentence for each deviation. */
  readonly faults: string[];
};

/**
 * Kills a service under load, again and again, and compares after each time: the ledger of the clients with the database, the
 * database with itself, and the answers to the same bytes. Clients send every request again that was cut off.
 */
export async function crashes({ program, place, kills, chance, progress }: CrashSettings): Promise<CrashReport> {
  // Separate random numbers for code without a fixed order, so that a seed always gives the same kills.
  const chances = seeded(chance() * 2 ** 32);
  const external = await openExternalServers(() => between(chances, 0, 100));
  const { variables: secretVariables, secrets } = freshSecrets();
  const variables: Variables = { ...secretVariables, ...place.variables, ...external.variables };
  const ledger = openLedger();
  const report: CrashReport = { place: place.name, ledger, ...empty() };
  const rootKey = await createSigningKey();
  const parent = await init(program, variables, rootKey.publicKey);
  let serving = await serve(program, variables, { node: nodeArguments });
  await liftLimits(serving.url, rootKey, parent);
  const audit = await createAudit(place.openStore, secrets);
  const client = createClient(ledger);
  const nextAim = createAims(ledger, report.hits);
  const load = startLoad({ client, parent, rootKey, external, chance: chances, next: counter() }, report);

  /** The comparison while no client works. */
  const compare = async (since: number) => {
    const finding = await audit(ledger, external);
    report.done += finding.done;
    report.absent += finding.absent;
    report.faults.push(...finding.faults);
    const isThere = ({ organizationId }: Sent) => !finding.deleted.has(organizationId ?? '');
    const fresh = repeatables(ledger.acknowledged.slice(since)).filter(isThere);
    const older = lasting(ledger.acknowledged.slice(0, since)).filter(isThere);
    const entries = [...fresh, ...Array.from({ length: Math.min(20, older.length) }, () => pick(chances, older))];
    report.faults.push(...(await repeatFaults(serving.url, entries)));
    report.repeated += entries.length;
    return { isThere, contents: finding.contents };
  };

  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const since = ledger.acknowledged.length;
      client.open(serving.url);
      await until(() => ledger.acknowledged.length > since, 3000);
      await pause(between(chance, 0, 600));
      const victim = pick(chance, victimsOf(place));
      report.victims.push(victim);
      const aim = nextAim();
      await until(() => client.underWay().some(({ kind }) => kind === aim), 3000);
      await pause(between(chances, 0, 20));
      const underWay = client.underWay();
      serving = await killAndRestart(victim, { program, place, variables, serving, client, chance, report });
      for (const kind of new Set(underWay.filter((sent) => ledger.unanswered.has(sent)).map(({ kind }) => kind)))
        report.hits.set(kind, (report.hits.get(kind) ?? 0) + 1);
      await compare(since);
      report.messages = external.hook.count();
      progress?.(report);
      if (report.faults.length > 50) break;
    }
    const cutOff = repeatedly(ledger.unanswered);
    client.open(serving.url);
    await until(() => cutOff.every((sent) => !ledger.unanswered.has(sent)), 60_000);
    await client.close();
    report.faults.push(
      ...cutOff.filter((sent) => ledger.unanswered.has(sent)).map(({ kind }) => `${kind} stayed cut off`),
    );
    // The effects that a killed service had begun end when their leases expire.
    await serving.kill();
    const later = { ...variables, CHECK_CLOCK_AHEAD_MS: '120000' };
    serving = await serve(program, later, { node: nodeArguments });
    await pause(2000);
    await effectsEnded(place);
    const { isThere, contents } = await compare(ledger.acknowledged.length);
    report.faults.push(...unendedFaults(contents));
    const all = lasting(ledger.acknowledged).filter(isThere);
    report.faults.push(...(await repeatFaults(serving.url, all)), ...ledger.surprises);
    report.repeated += all.length;
    return report;
  } finally {
    client.end();
    await load;
    await serving.kill();
    await external.close();
  }
}

/** The requests that a client sends again after an interruption: all but requests for a code. */
const repeatedly = (unanswered: Iterable<Sent>): Sent[] => [...unanswered].filter(({ kind }) => kind !== 'otp_init');

/** Waits until no effect is left that a killed service had begun. */
async function effectsEnded(place: Place): Promise<void> {
  const store = await place.openStore();
  try {
    for (const end = performance.now() + 60_000; performance.now() < end; await pause(200))
      if (unendedFaults(await contentsOf(store)).length === 0) return;
  } finally {
    await store.close();
  }
}

/** Waits until a condition holds, but not longer than the limit. */
async function until(condition: () => boolean, timeoutMs: number): Promise<void> {
  for (const end = performance.now() + timeoutMs; !condition() && performance.now() < end; ) await pause(2);
}

const empty = () => ({
  victims: [],
  hits: new Map<string, number>(),
  readyMs: [],
  repeated: 0,
  done: 0,
  absent: 0,
  messages: 0,
  faults: [],
});

const victimsOf = ({ server }: Place): readonly Victim[] =>
  server === undefined
    ? ['service', 'service', 'service', 'service', 'starting service']
    : ['service', 'service', 'database', 'database', 'both', 'starting service'];

type KillSettings = Pick<CrashSettings, 'program' | 'place' | 'chance'> & {
  readonly variables: Variables;
  readonly serving: Serving;
  readonly client: Client;
  readonly report: CrashReport;
};

/** Kills, and restarts what was killed. @returns the running service, ready. */
async function killAndRestart(
  victim: Victim,
  { program, place, variables, serving, client, chance, report }: KillSettings,
) {
  if (victim === 'database') {
    await place.server?.kill();
    await client.close();
    await place.server?.start();
    const back = performance.now();
    while (!(await isReady(serving.url))) await pause(5);
    report.readyMs.push(performance.now() - back);
    return serving;
  }
  await Promise.all([serving.kill(), ...(victim === 'both' ? [place.server?.kill()] : [])]);
  await client.close();
  if (victim === 'both') await place.server?.start();
  if (victim === 'starting service') await serveAndKill(program, variables, between(chance, 50, 500));
  const again = await serve(program, variables, { node: nodeArguments });
  report.readyMs.push(again.readyMs);
  return again;
}

/** Settings: text messages, and limits high enough for a load from one address. */
async function liftLimits(url: string, key: SigningKey, { organizationId }: Parent): Promise<void> {
  const sent = await activityOf({ key, organizationId }, updateAuthProxyConfig, {
    allowedAuthMethods: ['sms'],
    otpExpirationSeconds: 600,
    sessionExpirationSeconds: 86_400,
    freshLoginSeconds: 86_400,
    verificationTokenExpirationSeconds: 86_400,
    ...noLimits,
  });
  yes(sent, await post(url, sent));
}

/** Runs until the client ends. Any other error of an actor is a fault. */
async function startLoad(fixtures: Fixtures, report: CrashReport): Promise<void> {
  const actors = [
    ...Array.from({ length: 6 }, () => people(fixtures)),
    ...[
      pairs(fixtures),
      pairs(fixtures),
      policyOrganizations(fixtures),
      policyOrganizations(fixtures),
      webhookClient(fixtures),
    ],
    ...[importers(fixtures), recoveries(fixtures), recoveries(fixtures), exchanges(fixtures)],
  ];
  const note = (error: unknown) => {
    if (!(error instanceof Over)) report.faults.push(error instanceof Error ? error.message : String(error));
  };
  await Promise.all(actors.map((actor) => actor.catch(note)));
}

function counter(): () => number {
  let last = 0;
  return () => {
    last += 1;
    return last;
  };
}
