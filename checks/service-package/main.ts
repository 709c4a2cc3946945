// Both packages as they are packed, installed with one command into an empty folder, by npm and by pnpm: the program `latchkey-service`
// runs, and a person logs in. Run `npm run build` first. The other packages come from the registry, in the newest versions that the ranges
// allow, as they come to everybody. Prints a line a check and fails with what is wrong.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { me } from '../../src/client/flows/me.js';
import { type DevConfig, inboxOf, logIn } from '../../test/support/live/person.js';
import { check } from '../check.js';
import { pack } from '../pack.js';
import { startProgram } from '../startProgram.js';
import { installers } from './install.js';

const root = process.cwd();
const source = join(root, 'packages/latchkey-service');
const { version, dependencies } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as {
  version: string;
  dependencies: Record<string, string>;
};
const folder = mkdtempSync(join(tmpdir(), 'latchkey-service-'));
try {
  const packs = { kit: pack(root, folder), service: pack(source, folder) };
  for (const [name, install] of Object.entries(installers)) {
    const app = join(folder, name);
    install(app, packs);
    await checkInstalled(name, app);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function checkInstalled(installer: string, app: string): Promise<void> {
  check(`${installer}: latchkey finds every package of the service`, lostIn(app));
  const program = join(app, 'node_modules/.bin/latchkey-service');
  const said = execFileSync(program, ['--version'], { cwd: app, encoding: 'utf8' }).trim();
  check(`${installer}: latchkey-service says its version`, said === version ? [] : [said]);

  const readyLine = /^latchkey ready (http:\S+)$/;
  const { ready: url, stop } = await startProgram([program, 'dev'], { cwd: app, env: { PORT: '0' }, readyLine });
  const { status } = await fetch(`${url}/health`);
  check(`${installer}: latchkey-service dev is healthy`, status === 200 ? [] : [`/health answers ${status}`]);
  const page = await fetch(`${url}/dashboard`);
  const isPage = page.status === 200 && (await page.text()).includes('<title>Latchkey dashboard</title>');
  check(`${installer}: it answers the dashboard`, isPage ? [] : [`/dashboard answers ${page.status}`]);
  const config = (await (await fetch(`${url}/dev/config`)).json()) as DevConfig;
  const person = await logIn(config, 'ada@example.com', inboxOf(url));
  const { userEmail } = await me(person);
  check(`${installer}: a person logs in by a code`, userEmail === 'ada@example.com' ? [] : [`as ${userEmail}`]);
  const code = await stop();
  check(`${installer}: Ctrl-C ends it`, code === 0 ? [] : [`exit code ${code}`]);
}

/** The packages that latchkey, as the service's package has it, cannot load from its own place. */
function lostIn(app: string): string[] {
  const service = createRequire(realpathSync(join(app, 'node_modules/latchkey-service/package.json')));
  const kit = createRequire(service.resolve('latchkey/package.json'));
  return Object.keys(dependencies).filter((name) => {
    try {
      return !kit.resolve(name);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND'; // other codes: only import() may load it
    }
  });
}
