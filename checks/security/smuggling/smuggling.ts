import { type Place, sqlitePlace } from '../../../test/support/live/place.js';
import { buildProgram } from '../../../test/support/live/program.js';
import { pause } from '../../../test/support/live/serve.js';
import { type Part, scaled } from '../part.js';
import { makeOrganization, openSite, type Site } from '../site.js';
import { type Attacked, attackThrough } from './attackThrough.js';
import { attempts } from './attempts.js';
import { honestClient, sendRaw } from './clients.js';
import type { Way } from './configurations.js';
import { forgedAddresses } from './forwardedFor.js';
import { type Front, installedPrograms, openFront, programKinds, wayThrough } from './fronts.js';
import { effects, hiddenMarker, hiddenRequest } from './hidden.js';
import { outcomesOf } from './outcomes.js';
import { trailersRefused } from './trailers.js';
import { openWiretap, type Wiretap } from './wiretap.js';

const rounds = 5;

/** The service and nginx or HAProxy must always agree where a request ends. */
export const smuggling: Part = {
  name: 'T-56 smuggling',
  onlyInTheCheck: true,
  async run(options) {
    const programs = installedPrograms();
    if (programs.length === 0) return ['skipped: it needs nginx or haproxy, on Linux'];
    const missing = programKinds.filter((kind) => programs.every((program) => program.kind !== kind));
    const place = sqlitePlace();
    const trusting = { ...place, variables: { ...place.variables, TRUSTED_PROXIES: '127.0.0.1' } };
    const site = await openSite({ program: await buildProgram(), place: trusting });
    const routes: Route[] = [];
    try {
      for (const program of programs) {
        const taps = { strict: await openWiretap(portOf(site)), lenient: await openWiretap(portOf(site)) };
        const ways = [await wayThrough('strict', taps.strict.port), await wayThrough('lenient', taps.lenient.port)];
        const front = await openFront(program, ways);
        const name = (way: Way) => `${program.kind} ${program.version}, ${way.name}`;
        routes.push(...ways.map((way) => ({ name: name(way), front, way, tap: taps[way.name] })));
      }
      const names = ['Ada', 'Bob', 'Carol', 'Dan'];
      const honest = await Promise.all(names.map(async (name) => honestClient(await makeOrganization(site, name))));
      const victim = await makeOrganization(site, 'Victim');
      const count = scaled(rounds * attempts.length, options);
      const tried = await Promise.all(
        routes.map(async (route, index) => {
          const first = index * (count + 1);
          const { port } = route.way;
          return { route, ...(await attackThrough({ site, port, honest, victim, seed: options.seed, count, first })) };
        }),
      );
      const lines = await findings({ site, place, tried, planted: routes.length * (count + 1) });
      const ports = routes.map(({ way }) => way.port);
      return [
        ...missing.map((kind) => `${kind} is not installed, and was skipped`),
        ...lines,
        await trailersRefused(site, victim, ports),
        await forgedAddresses(site, ports),
      ];
    } finally {
      for (const front of new Set(routes.map((route) => route.front))) await front.close();
      for (const { tap } of routes) tap.close();
      await site.close();
      place.remove();
    }
  },
};

/** A listener, and the wiretap between it and the service. */
type Route = { readonly name: string; readonly front: Front; readonly way: Way; readonly tap: Wiretap };

const portOf = ({ serving }: Site): number => Number(new URL(serving.url).port);

type Attempts = {
  readonly site: Site;
  readonly place: Place;
  readonly tried: readonly ({ readonly route: Route } & Attacked)[];
  /** The first number that was not tried. */
  readonly planted: number;
};

/** Compares what took effect with what the proxies counted. Two hidden requests are sent to the service directly: they must be found. */
async function findings({ site, place, tried, planted }: Attempts): Promise<string[]> {
  const party = await makeOrganization(site, 'Planted');
  for (const [index, kind] of (['wallet', 'code'] as const).entries()) {
    (await sendRaw(portOf(site), await hiddenRequest(kind, planted + index, site, party))).close();
  }
  await pause(5000); // until the proxies have written their logs
  const done = await effects(site, place, planted + 2);
  const counted = new Set(tried.flatMap(({ route: { front, way } }) => front.counted(way)).map(({ marker }) => marker));
  const smuggled = new Set([...done].filter((number) => !counted.has(hiddenMarker(number))));
  if (!smuggled.has(planted) || !smuggled.has(planted + 1)) throw new Error('What was planted was not found.');
  const lines: string[] = [];
  const faults: string[] = [];
  for (const { route, tried: made, faults: disturbed } of tried) {
    const { front, way, tap, name } = route;
    const outcomes = outcomesOf({ tried: made, counted: front.counted(way), tap, smuggled, done });
    faults.push(...[...disturbed, ...outcomes.faults].map((fault) => `${name}: ${fault}`));
    lines.push(`${name}: ${made.length} attempts`, ...outcomes.lines.map((line) => `  ${line}`));
  }
  if (faults.length > 0) throw new Error([`${faults.length} faults`, ...faults.slice(0, 20), ...lines].join('\n    '));
  const honestRequests = tried.reduce((sum, each) => sum + each.honestRequests, 0);
  return [...lines, `nothing smuggled, 0 of ${honestRequests} honest requests disturbed`];
}
