// What a person's browser must load before the first screen: minified and gzipped by Vite, React left out. Run `npm run build` first.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, firstLoad, gzipKib } from './bundle.js';
import { app, headless } from './pages.js';

const root = process.cwd();
const dist = (file: string) => JSON.stringify(join(root, 'dist', file));
const ours = { kit: dist('index.js'), client: dist('client.js'), styles: dist('styles.css') };

const appChunks = await bundle({ root, script: app(ours) });
const headlessChunks = await bundle({ root, script: headless(ours) });
const loadedFirst = new Set(
  firstLoad(headlessChunks).flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : [])),
);
const isLoginCrypto = (id: string) => id.startsWith(join(root, 'dist/crypto/')) && loadedFirst.has(id);
const splitChunks = await bundle({ root, script: headless(ours), apart: isLoginCrypto });

const crypto = splitChunks.filter((chunk) => chunk.type === 'chunk' && chunk.name === 'apart');
const widget = readFileSync(join(root, 'dist/embed/embed.js'), 'utf8');

const budgets: [says: string, kib: number, maximumKib: number][] = [
  ['an app with provider and OtpScreen, first load with its CSS', gzipKib(firstLoad(appChunks)), 40],
  ['the same, all that it may ever load', gzipKib(appChunks), 120],
  ['latchkey/client with the OTP flow, first load', gzipKib(firstLoad(headlessChunks)), 16],
  ['the crypto of a login', gzipKib(crypto), 3],
  ['latchkey/embed, first load with React and its CSS', gzipKib([{ type: 'chunk', code: widget }]), 110],
];

for (const [says, kib, maximumKib] of budgets) {
  const fits = kib > 0 && kib <= maximumKib;
  console.log(
    `${fits ? 'ok  ' : 'FAIL'} ${kib.toFixed(2).padStart(6)} of ${String(maximumKib).padStart(3)} KiB  ${says}`,
  );
  if (!fits) process.exitCode = 1;
}
