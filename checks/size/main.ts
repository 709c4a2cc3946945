// What a person's browser must load before the first screen: minified and gzipped by Vite, React left out. Run `npm run build` first.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, firstLoad, gzipKib } from './bundle.js';
import { laterOf } from './laterOf.js';
import {
  allScreens,
  app,
  appWith,
  appWithAll,
  callbackPage,
  headless,
  headlessWithAccount,
  headlessWithAll,
  headlessWithProvider,
  headlessWithSolana,
  proofsPage,
  transferApp,
} from './pages.js';

const root = process.cwd();
const dist = (file: string) => JSON.stringify(join(root, 'dist', file));
const ours = {
  kit: dist('index.js'),
  client: dist('client.js'),
  callback: dist('callback.js'),
  ethereum: dist('ethereum.js'),
  ethereumReact: dist('ethereum/react.js'),
  solana: dist('solana.js'),
  proofs: dist('proofs.js'),
  styles: dist('styles.css'),
  transferStyles: dist('transfer.css'),
};

const appChunks = await bundle({ root, script: app(ours) });
const headlessChunks = await bundle({ root, script: headless(ours) });
const loadedFirst = new Set(
  firstLoad(headlessChunks).flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : [])),
);
const isLoginCrypto = (id: string) => id.startsWith(join(root, 'dist/crypto/')) && loadedFirst.has(id);
const splitChunks = await bundle({ root, script: headless(ours), apart: isLoginCrypto });

const allFlowsChunks = await bundle({ root, script: headlessWithAll(ours) });
const laterKib = async (screen: string, chunk: string) =>
  gzipKib(laterOf(await bundle({ root, script: appWith(screen)(ours) }), chunk));
const transferChunks = await bundle({ root, script: transferApp(ours) });
const allScreensChunks = firstLoad(await bundle({ root, script: allScreens(ours) }));
const buttonChunks = firstLoad(await bundle({ root, script: appWith('LoginButton')(ours) }));
const linkChunks = await bundle({ root, script: appWith('EmailLinkScreen', 'RecoveryScreen')(ours) });
const importKib = await laterKib('ImportWalletScreen', 'ImportWallet');
const exportKib = await laterKib('ExportWalletScreen', 'ExportWallet');
const linkKib = await laterKib('EmailLinkScreen', 'MailLinkForm');
const recoveryKib = await laterKib('RecoveryScreen', 'MailLinkForm');
const homeKib = await laterKib('WalletHome', 'Home');
const receiveKib = await laterKib('ReceiveScreen', 'Receive');
const sendKib = await laterKib('SendScreen', 'SendSteps');
/** What only this screen fetches, beside the client, the hooks, and the review that whatever is signed or voted on has. */
const ownKib = async (screen: string, ...own: string[]) => {
  const chunks = await bundle({ root, script: appWithAll(screen)(ours) });
  const shared = new Set([...laterOf(chunks, 'Confirm'), ...laterOf(chunks, 'ApprovalList')]);
  return gzipKib([...new Set(own.flatMap((name) => laterOf(chunks, name)))].filter((chunk) => !shared.has(chunk)));
};
const homeOwnKib = await ownKib('WalletHome', 'Home');
const receiveOwnKib = await ownKib('ReceiveScreen', 'Receive', 'qr');
const sendOwnKib = await ownKib('SendScreen', 'SendSteps');
const accountKib = gzipKib(laterOf(await bundle({ root, script: headlessWithAccount(ours) }), 'ethereum'));
const providerChunks = await bundle({ root, script: headlessWithProvider(ours) });
const providerKib = gzipKib(laterOf(providerChunks, 'ethereum'));
const answering = ['ethereum', 'ethereumMethods', 'confirmations'].flatMap((name) => laterOf(providerChunks, name));
const answeringKib = gzipKib([...new Set(answering)]);
const solanaChunks = await bundle({ root, script: headlessWithSolana(ours) });
const solanaKib = gzipKib(laterOf(solanaChunks, 'solana'));
const featuresKib = gzipKib(laterOf(solanaChunks, 'walletFeatures'));
const proofsChunks = await bundle({ root, script: proofsPage(ours) });
const callbackChunks = await bundle({ root, script: callbackPage(ours) });
const crypto = splitChunks.filter((chunk) => chunk.type === 'chunk' && chunk.name === 'apart');
const widget = withImports(join(root, 'dist/embed'), 'embed.js').map((code) => ({ type: 'chunk' as const, code }));
const dashboard = dashboardHome().map((code) => ({ type: 'chunk' as const, code }));

const budgets: [name: string, kib: number, maximumKib: number][] = [
  ['an app with provider and LoginCard, first load with its CSS', gzipKib(firstLoad(appChunks)), 40],
  ['the same, all that it may ever load', gzipKib(appChunks), 124],
  ['an app with LoginCard, import and export, first load with its CSS', gzipKib(firstLoad(transferChunks)), 45],
  [
    'an app with LoginCard, EmailLinkScreen and RecoveryScreen, first load with its CSS',
    gzipKib(firstLoad(linkChunks)),
    44,
  ],
  ['an app with LoginButton, first load with its CSS', gzipKib(buttonChunks), 44],
  ['an app with all screens, first load with its CSS', gzipKib(allScreensChunks), 48],
  ['latchkey/client with the OTP flow, first load', gzipKib(firstLoad(headlessChunks)), 18],
  ['the same with logins at a provider and by passkey, first load', gzipKib(firstLoad(allFlowsChunks)), 22],
  ['the page at the redirect URL of such a login, all of it', gzipKib(callbackChunks), 4],
  ['toAccount of latchkey/ethereum, what it fetches beside latchkey/client', accountKib, 8],
  ['createEthereumProvider, what it fetches beside latchkey/client', providerKib, 8],
  ['the same, until a page is connected', answeringKib, 14],
  ['registerWallet of latchkey/solana, what it fetches beside latchkey/client', solanaKib, 5],
  ['the same, what it fetches when somebody is logged in', featuresKib, 16.2],
  ['latchkey/proofs, all of it', gzipKib(proofsChunks), 12],
  ['ImportWalletScreen, what it fetches when it is shown, the list of words apart', importKib, 13],
  ['ExportWalletScreen, what it fetches when it is shown', exportKib, 12],
  ['EmailLinkScreen, what it fetches when it is shown', linkKib, 12],
  ['RecoveryScreen, what it fetches when it is shown', recoveryKib, 12],
  ['WalletHome, what it fetches when it is shown, with all that signing and reading need', homeKib, 78.5],
  ['ReceiveScreen, what it fetches when it is shown, the drawing of QR codes apart', receiveKib, 12],
  ['SendScreen, what it fetches when it is shown, with the same', sendKib, 57],
  ['WalletHome alone, beside an app that signs and has the inbox', homeOwnKib, 14],
  ['ReceiveScreen alone, beside the same, with the drawing of QR codes', receiveOwnKib, 12],
  ['SendScreen alone, beside the same', sendOwnKib, 10],
  ['the crypto of a login', gzipKib(crypto), 3.1],
  ['latchkey/embed, first load with React and its CSS', gzipKib(widget), 110],
  ['the dashboard until Home is shown, with React and its CSS', gzipKib(dashboard), 150],
];

for (const [says, kib, maximumKib] of budgets) {
  const fits = kib > 0 && kib <= maximumKib;
  console.log(
    `${fits ? 'ok  ' : 'FAIL'} ${kib.toFixed(2).padStart(6)} of ${String(maximumKib).padStart(3)} KiB  ${says}`,
  );
  if (!fits) process.exitCode = 1;
}

/** The page itself, its files, and the configuration: the field can be typed in before the last of them. */
const requests = 1 + allScreensChunks.length + 1;
console.log(
  `${requests <= 12 ? 'ok  ' : 'FAIL'} ${requests} of 12 requests  an app with all screens, until a person can type`,
);
if (requests > 12) process.exitCode = 1;

/** A script of a folder, and those that it imports before it runs. */
function withImports(folder: string, name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const code = readFileSync(join(folder, name), 'utf8');
  const imported = [...code.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([\w.-]+\.js)"/g)].map(([, file = '']) => file);
  return [code, ...imported.flatMap((file) => withImports(folder, file, seen))];
}

/** What the dashboard's page names, and its first page, with all that they import. */
function dashboardHome(): string[] {
  const folder = join(root, 'packages/latchkey-service/dist/dashboard');
  const assets = join(folder, 'assets');
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const named = [...page.matchAll(/\/dashboard\/assets\/([\w.-]+)/g)].map(([, file = '']) => file);
  const home = readdirSync(assets).filter((file) => /^Home-.*\.js$/.test(file));
  const seen = new Set<string>();
  return [...new Set([...named, ...home])].flatMap((file) => withImports(assets, file, seen));
}
