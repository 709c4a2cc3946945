import { type Chance, seeded } from '../../../test/support/chance.js';
import { sqlitePlace } from '../../../test/support/live/place.js';
import { buildProgram } from '../../../test/support/live/program.js';
import { type Options, type Part, scaled } from '../part.js';
import { openSite } from '../site.js';
import { type Difference, difference } from './difference.js';
import { type Fixtures, openFixtures } from './fixtures.js';
import { openStopwatch, type Stopwatch, type Timed } from './stopwatch.js';
import { contactSubjects, idSubjects, type Subject } from './subjects.js';

const mostMedianMs = 1;
const mostT = 4.5;

/** The time of an answer must not reveal whether a contact has an account. */
export const contactEnumeration: Part = {
  name: 'F-09 contacts by time',
  onlyInTheCheck: true,
  // Nine codes for each contact at most: after ten wrong tries its next code would be delayed.
  run: (options) => enumerate(options, contactSubjects, (samples) => Math.ceil((samples + warmUp(samples)) / 8)),
};

/** The time of an answer must not reveal whether another's organization, user, activity, wallet or address exists. */
export const idEnumeration: Part = {
  name: 'F-09 ids by time',
  onlyInTheCheck: true,
  run: (options) => enumerate(options, idSubjects, () => 100),
};

async function enumerate(
  options: Options,
  subjectsIn: (fixtures: Fixtures) => readonly Subject[],
  peopleFor: (samples: number) => number,
): Promise<string[]> {
  const samples = scaled(5_000, options);
  const chance = seeded(options.seed);
  const place = sqlitePlace();
  const site = await openSite({ program: await buildProgram(), place });
  const stopwatch = openStopwatch(site.serving.url);
  try {
    const fixtures = await openFixtures(site, place, peopleFor(samples), chance);
    const lines: string[] = [];
    const differing: string[] = [];
    for (const subject of subjectsIn(fixtures)) {
      const found = await measure({ subject, stopwatch, samples, chance, fixtures });
      const signal = found.answers ?? (isSmall(found) ? undefined : 'time');
      lines.push(
        `${subject.name}: ${textOf(found)}${signal === undefined ? '' : ` – DISTINGUISHABLE by its ${signal}`}`,
      );
      if (signal !== undefined) differing.push(subject.name);
    }
    if (differing.length > 0) throw new Error(`${differing.join('; ')}\n    ${lines.join('\n    ')}`);
    return [`${samples} + ${samples} answers each, one after the other in random order`, ...lines];
  } finally {
    stopwatch.close();
    await site.close();
    place.remove();
  }
}

type Measuring = {
  readonly subject: Subject;
  readonly stopwatch: Stopwatch;
  readonly samples: number;
  readonly chance: Chance;
  readonly fixtures: Fixtures;
};

/** Times the two kinds in pairs, in random order, so that a change of the machine's load affects both. */
async function measure({ subject, stopwatch, samples, chance, fixtures }: Measuring): Promise<Measured> {
  const times: [number[], number[]] = [[], []];
  const answers: [Set<string>, Set<string>] = [new Set(), new Set()];
  for (let pair = -warmUp(samples); pair < samples; pair += 1) {
    const first = chance() < 0.5 ? 0 : 1;
    for (const side of [first, 1 - first] as (0 | 1)[]) {
      const sent = await subject.next(side);
      await fixtures.quiet();
      const timed = await stopwatch.time(sent);
      if (subject.sends) fixtures.expectMessage();
      answers[side].add(withoutIds(timed));
      if (pair >= 0) times[side].push(timed.ms);
    }
  }
  const [answer = '', ...others] = new Set([...answers[0], ...answers[1]]);
  const isOne = others.length === 0 && answer.includes(subject.reason);
  return { ...difference(...times), answers: isOne ? undefined : `answers: ${[answer, ...others].join(' / ')}` };
}

type Measured = Difference & {
  /** The different answers, if there are several, or if the only one is not the expected one. */
  readonly answers: string | undefined;
};

/** Pairs that are not measured, because code that runs for the first time is slow. */
const warmUp = (samples: number): number => Math.min(100, samples);

const withoutIds = ({ status, text }: Timed): string =>
  `${status} ${text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id').replace(/0x[0-9a-f]{40}/g, 'address')}`;

const isSmall = ({ medianMs, t, croppedT }: Difference): boolean =>
  Math.abs(medianMs) < mostMedianMs && Math.abs(t) < mostT && Math.abs(croppedT) < mostT;

const textOf = ({ medians, medianMs, t, croppedT }: Difference): string =>
  [
    `medians ${medians.map((ms) => ms.toFixed(3)).join(' and ')} ms, apart by ${medianMs.toFixed(3)} ms`,
    `t ${t.toFixed(2)}, cropped ${croppedT.toFixed(2)}`,
  ].join(', ');
