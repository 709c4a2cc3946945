// What a person's browser must load before the first screen: minified and gzipped by Vite, React left out. Run `npm run build` first.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');
const dist = (file) => JSON.stringify(join(root, 'dist', file));

const app = `import { LatchkeyProvider, OtpScreen } from ${dist('index.js')}; import ${dist('styles.css')}; globalThis.app = [LatchkeyProvider, OtpScreen];`;
const headless = `import { createClient, loginWithOtp, logout, requestOtp } from ${dist('client.js')}; globalThis.app = [createClient, loginWithOtp, logout, requestOtp];`;

const appChunks = await bundle(app);
const headlessChunks = await bundle(headless);
const loadedFirst = new Set(firstLoad(headlessChunks).flatMap(({ moduleIds = [] }) => moduleIds));
const loginCrypto = await bundle(headless, (id) => id.startsWith(join(root, 'dist/crypto/')) && loadedFirst.has(id));

const budgets = [
  ['an app with provider and OtpScreen, first load with its CSS', firstLoad(appChunks), 40],
  ['the same, all that it may ever load', appChunks, 120],
  ['latchkey/client with the OTP flow, first load', firstLoad(headlessChunks), 15],
  ['the crypto of a login', loginCrypto.filter(({ name }) => name === 'apart'), 3],
];

for (const [says, chunks, maximumKib] of budgets) {
  const kib = chunks.map(gzipKib).reduce((sum, each) => sum + each, 0);
  const fits = chunks.length > 0 && kib <= maximumKib;
  console.log(
    `${fits ? 'ok  ' : 'FAIL'} ${kib.toFixed(2).padStart(6)} of ${String(maximumKib).padStart(3)} KiB  ${says}`,
  );
  if (!fits) process.exitCode = 1;
}

/** The chunks that Vite makes of a page with this script; modules for which `apart` holds get a chunk of that name. */
async function bundle(script, apart = () => false) {
  const page = {
    name: 'page',
    resolveId: (id) => (id === 'page' ? '\0page' : null),
    load: (id) => (id === '\0page' ? script : null),
  };
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    plugins: [page],
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: 'page',
        external: /^(react|react-dom)(\/|$)/,
        output: { codeSplitting: { groups: [{ name: 'apart', test: apart }] } },
      },
    },
  });
  return output.filter(({ fileName }) => /\.(js|css)$/.test(fileName));
}

/** The entry, what it imports statically, and the style sheet. */
function firstLoad(chunks) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const loaded = new Set(chunks.filter(({ isEntry, type }) => isEntry || type === 'asset'));
  for (const chunk of loaded)
    for (const name of chunk.imports ?? []) if (byName.has(name)) loaded.add(byName.get(name));
  return [...loaded];
}

function gzipKib({ code, source }) {
  return gzipSync(code ?? source, { level: 9 }).length / 1024;
}
