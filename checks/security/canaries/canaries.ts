import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCluster } from '../../../test/support/live/cluster.js';
import { type Place, postgresPlace, sqlitePlace } from '../../../test/support/live/place.js';
import { buildProgram, type Program } from '../../../test/support/live/program.js';
import { pause } from '../../../test/support/live/serve.js';
import { inParallel } from '../../../test/support/statistics.js';
import { contentsOf } from '../../crash/audit/contents.js';
import { builtLibrary } from '../builtLibrary.js';
import { type Part, scaled } from '../part.js';
import { manyAnAddress, openSite } from '../site.js';
import { sealedSecrets } from './atRest.js';
import { captchaKeys } from './captchaKeys.js';
import { searchFolder } from './files.js';
import { type Answered, type Journeys, journey, pageOrigin, plantedHost, secretsToEveryCall } from './journeys.js';
import { searchMemory } from './memory.js';
import { type Found, type Search, searchFor, textOf, together } from './search.js';
import { encodings, inEveryEncoding, type Kind, type Secret, textSecret } from './secrets.js';

/** No secret of the service or of its users may be in its files, logs, rows, answers or package. */
export const canaries: Part = {
  name: 'F-14 canaries',
  onlyInTheCheck: true,
  async run(options) {
    const people = scaled(130, options);
    const program = await buildProgram();
    const cluster = await openCluster();
    const sqlite = sqlitePlace();
    try {
      const [inFile, found] = await canariesIn({
        place: sqlite,
        folder: sqlite.variables.LATCHKEY_DATA ?? '',
        program,
        people,
      });
      const lines = [...inFile, await inLibrary(found)];
      if (cluster === undefined) return [...lines, 'PostgreSQL is not installed: only SQLite is searched.'];
      const place = await postgresPlace(cluster);
      return [
        ...lines,
        ...(await canariesIn({ place, folder: cluster.folder, program, people, stop: cluster.stop }))[0],
      ];
    } finally {
      sqlite.remove();
      await cluster?.remove();
    }
  },
};

type Run = {
  readonly place: Place;
  /** The folder of the database. */
  readonly folder: string;
  readonly program: Program;
  readonly people: number;
  /** Stops the database cleanly. */
  readonly stop?: () => Promise<void>;
};

async function canariesIn({ place, folder, program, people, stop }: Run): Promise<[string[], Search]> {
  const output: Buffer[] = [];
  const changes = { ...manyAnAddress, allowedOrigins: [pageOrigin], otpLength: 9, otpAlphanumeric: true };
  const site = await openSite({ program, place, changes }, { output: (bytes) => output.push(bytes) });
  try {
    const planted = `planted-${randomBytes(8).toString('hex')}`;
    const journeys: Journeys = { secrets: [], answers: [] };
    const everybody = Array.from({ length: people }, (_, index) => index);
    await inParallel(everybody, 4, (index) => journey(site, journeys, index, planted));
    await captchaKeys(site, journeys);
    await secretsToEveryCall(site, journeys);
    const contents = await contentsAtRest(place);
    const secrets = [...journeys.secrets, ...(await sealedSecrets(contents, site.secrets))];
    const search = searchFor([...secrets, textSecret('planted', planted), textSecret('planted', plantedHost)]);
    control(secrets, search);

    const running = searchFolder(folder, search);
    const memory = searchMemory(site.serving.pid, search);
    await site.close();
    await stop?.();
    const ended = searchFolder(folder, search);
    const log = Buffer.concat(output);
    const rows = search(Buffer.from(JSON.stringify(contents)));
    mustHold(`${place.name}: log`, search(log), ['planted']);
    mustHold(`${place.name}: files while it runs`, running.found, ['planted', 'contact']);
    mustHold(`${place.name}: files after its end`, ended.found, ['planted', 'contact']);
    mustHold(`${place.name}: rows`, rows, ['planted', 'contact']);
    const { yes, no } = searchAnswers(journeys.answers, search);
    const mebibytes = ((running.bytes + ended.bytes) / 2 ** 20).toFixed(0);
    const lines = [
      `${place.name}: ${secrets.length} secrets (${textOf(countOf(secrets))}), each in ${encodings.length} encodings; the planted ones were found`,
      `${place.name}: none in ${mebibytes} MiB of files while it ran and after, ${(log.length / 2 ** 10).toFixed(0)} KiB of log, every row`,
      `${place.name}: none in ${no} refusals; in ${yes} answers only what they deliver`,
      `${place.name}: ${memory}`,
    ];
    return [lines, search];
  } finally {
    await site.close();
  }
}

/** All rows of the database, when all messages are sent. */
async function contentsAtRest(place: Place) {
  const store = await place.openStore();
  try {
    for (const end = performance.now() + 20_000; ; await pause(50)) {
      const contents = await contentsOf(store);
      if (contents.outbox.length === 0) return contents;
      if (performance.now() > end) throw new Error(`${contents.outbox.length} messages still wait.`);
    }
  } finally {
    await store.close();
  }
}

/** @throws if anything else was found, or if the planted text was not found: then the search itself is wrong. */
function mustHold(where: string, found: Found, allowed: readonly Kind[]): void {
  const wrong = new Map([...found].filter(([kind]) => !allowed.includes(kind)));
  if (wrong.size > 0) throw new Error(`${where}: ${textOf(wrong)}`);
  if (!found.has('planted')) throw new Error(`${where}: what was planted there is not found.`);
}

/** The secrets that answers deliver on purpose, by operation. */
const delivers: Readonly<Record<string, readonly Kind[]>> = {
  otp_verify: ['verification token'],
  otp_login: ['session', 'device token'],
  stamp_login: ['session'],
};

/** Searches each answer. A refusal must hold nothing, not even a contact. */
function searchAnswers(answers: readonly Answered[], search: Search): { yes: number; no: number } {
  let yes = 0;
  let planted = 0;
  for (const { kind, status, text } of answers) {
    const found = search(Buffer.from(text));
    const isYes = status === 200;
    if (isYes) yes += 1;
    planted += found.get('planted') ?? 0;
    const allowed: readonly Kind[] = isYes
      ? ['contact', 'planted', ...(delivers[kind.split(',', 1)[0] ?? ''] ?? [])]
      : [];
    const wrong = new Map([...found].filter(([each]) => !allowed.includes(each)));
    if (wrong.size > 0) throw new Error(`An answer ${status} of ${kind} holds ${textOf(wrong)}: ${text.slice(0, 300)}`);
  }
  if (planted === 0) throw new Error('What was planted in the answers is not found.');
  return { yes, no: answers.length - yes };
}

/** The search must find one secret of each kind in each encoding, between random bytes. */
function control(secrets: readonly Secret[], search: Search): void {
  for (const secret of new Map(secrets.map((each) => [each.kind, each])).values()) {
    for (const [index, bytes] of inEveryEncoding(secret).entries()) {
      const found = search(Buffer.concat([randomBytes(101), bytes, randomBytes(53)]));
      if (!found.has(secret.kind)) throw new Error(`The search does not find a ${secret.kind}: ${encodings[index]}.`);
    }
  }
}

const countOf = (secrets: readonly Secret[]): Found => together(secrets.map(({ kind }) => new Map([[kind, 1]])));

/** The published files hold no secret, and no key: the only 256-bit numbers in hex are a curve's constants and hashes of code. */
async function inLibrary(search: Search): Promise<string> {
  const { folder, remove } = await builtLibrary();
  try {
    const published = searchFolder(folder, search);
    const stories = searchFolder('storybook-static', search);
    const found = together([published.found, stories.found]);
    if (found.size > 0) throw new Error(`In what is published: ${textOf(found)}`);
    const keys = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/(?<!0x|codeHash: ")\b[0-9a-f]{64}\b/gi) ?? []);
    if (keys.length > 0) throw new Error(`256 bits in what is published, which may be a key: ${keys.join(', ')}`);
    const where = stories.bytes > 0 ? 'the package and the built stories' : 'the package (no built stories are there)';
    return `none in ${where}: ${((published.bytes + stories.bytes) / 2 ** 20).toFixed(1)} MiB`;
  } finally {
    remove();
  }
}
