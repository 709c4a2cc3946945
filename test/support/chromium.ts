import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

type LaunchOptions = {
  executablePath: string;
  env: Record<string, string>;
  chromiumSandbox: false;
  args: string[];
};

/**
 * Options for Playwright's `chromium.launch`. The browser is `CHROMIUM_PATH`, else on Linux x64 the headless Chromium
 * inside the npm package (unpacked once, about 4 s), else an installed Chrome or Edge.
 */
export function chromium(): LaunchOptions {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') return launchOptions(named);
  if (process.platform === 'linux' && process.arch === 'x64') return packaged();
  const installed = installedPaths().find((path) => existsSync(path));
  if (installed !== undefined) return launchOptions(installed);
  throw new Error('No browser to test in: install Chrome or Edge, or set CHROMIUM_PATH to a Chromium executable.');
}

/**
 * No sandbox (root in a container cannot have one), no GPU, no traffic of the browser's own. No host but this machine has a name:
 * what a page asks of another one fails at once, on every network, unless the test answers it (see `foreignRequests`).
 */
function launchOptions(executablePath: string, env: Record<string, string> = {}): LaunchOptions {
  const own = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    executablePath,
    env: { ...Object.fromEntries(own), ...env },
    chromiumSandbox: false,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-proxy-server',
      '--host-resolver-rules=MAP * ^NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]',
    ],
  };
}

function packaged(): LaunchOptions {
  const root = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../..');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const folder = join(root, '../../.cache/chromium', version);
  if (!existsSync(folder)) unpack(join(root, 'bin'), folder);
  return launchOptions(join(folder, 'chromium'), {
    LD_LIBRARY_PATH: join(folder, 'lib'),
    FONTCONFIG_FILE: join(folder, 'own.conf'),
  });
}

/** The package unpacks its libraries on one cloud only, so this does it here; the folder appears whole or not at all. */
function unpack(from: string, folder: string): void {
  const making = `${folder}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  for (const part of ['al2023', 'fonts', 'swiftshader'])
    execFileSync('tar', ['-x', '--no-same-owner', '-C', making], {
      input: brotliDecompressSync(readFileSync(join(from, `${part}.tar.br`))),
    });
  writeFileSync(join(making, 'chromium'), brotliDecompressSync(readFileSync(join(from, 'chromium.br'))));
  chmodSync(join(making, 'chromium'), 0o755);
  // Without any font Chromium dies at the first text it lays out: the package's own are named beside the system's.
  writeFileSync(
    join(making, 'own.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>/usr/share/fonts</dir><dir>${folder}/fonts</dir><cachedir>${folder}/fc</cachedir></fontconfig>`,
  );
  try {
    renameSync(making, folder);
  } catch (error) {
    rmSync(making, { recursive: true });
    if (!existsSync(folder)) throw error; // otherwise another process was first
  }
}

function installedPaths(): string[] {
  if (process.platform === 'darwin')
    return [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ];
  if (process.platform === 'win32')
    return [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
      .filter((root) => root !== undefined)
      .flatMap((root) => [
        join(root, 'Google/Chrome/Application/chrome.exe'),
        join(root, 'Microsoft/Edge/Application/msedge.exe'),
      ]);
  return ['chromium', 'chromium-browser', 'google-chrome', 'microsoft-edge'].map((name) => join('/usr/bin', name));
}
