import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The archives of both packages. */
export type Packs = { readonly kit: string; readonly service: string };

/** Each installs `latchkey-service` with one command into a new folder, and fails if the packages do not fit together. */
export const installers: Readonly<Record<string, (app: string, packs: Packs) => void>> = {
  npm(app, { kit, service }) {
    mkdirSync(app);
    run(app, 'npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', kit, service]);
    run(app, 'npm', ['ls', '--all']);
  },

  pnpm(app, { kit, service }) {
    mkdirSync(app);
    // It asks the registry for `latchkey`, even beside an archive of it.
    const manifest = { private: true, pnpm: { overrides: { latchkey: `file:${kit}` } } };
    writeFileSync(join(app, 'package.json'), JSON.stringify(manifest));
    const program = join(process.cwd(), 'node_modules/pnpm/bin/pnpm.cjs');
    const own = ['store-dir', 'cache-dir', 'state-dir'].map((name) => `--config.${name}=${join(app, name)}`);
    // A package finds what its manifest names, and nothing that only lies around.
    const strict = ['--config.hoist=false', '--config.strict-peer-dependencies=true'];
    run(app, process.execPath, [program, 'add', ...own, ...strict, service]);
  },
};

function run(cwd: string, command: string, args: readonly string[]): void {
  try {
    execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`);
  }
}
