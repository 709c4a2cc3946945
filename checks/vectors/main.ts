import { howToFetch } from '../../test/support/vectorFolders.js';
import { VectorsAbsent } from './files.js';
import { notRun } from './notRun.js';
import type { Outcome, Suite } from './suite.js';
import { agreement } from './suites/agreement.js';
import { bundles } from './suites/bundles.js';
import { derivation } from './suites/derivation.js';
import { deterministic } from './suites/deterministic.js';
import { ed25519 } from './suites/ed25519.js';
import { ethereum } from './suites/ethereum.js';
import { hpke } from './suites/hpke.js';
import { mnemonics } from './suites/mnemonics.js';
import { rlp } from './suites/rlp.js';
import { secp256k1 } from './suites/secp256k1.js';
import { stampRequest } from './suites/stampRequest.js';
import { symmetric } from './suites/symmetric.js';
import { tokens } from './suites/tokens.js';
import { headText, isClean, type Row, rowText, sumText } from './table.js';

const suites = [
  ...stampRequest,
  ...tokens,
  ...hpke,
  ...bundles,
  ...agreement,
  ...symmetric,
  ...secp256k1,
  ...deterministic,
  ...ed25519,
  ...derivation,
  ...mnemonics,
  ...ethereum,
  ...rlp,
];

const passed = 'check:vectors passed: no wrong accept, every refusal explained';
const nothingRan = 'check:vectors ran nothing: no vectors are there';

await check();

/** Runs what the arguments name, by a part of a suite's name; without any, all. */
async function check(): Promise<void> {
  const wanted = process.argv.slice(2).map((word) => word.toLowerCase());
  const rows: Row[] = [];
  const absent: string[] = [];
  console.log(headText);
  for (const suite of suites) {
    if (wanted.length > 0 && !wanted.some((word) => suite.name.toLowerCase().includes(word))) continue;
    const start = performance.now();
    const outcomes = await outcomesOf(suite, absent);
    if (outcomes === undefined) continue;
    const row = { suite, outcomes, seconds: (performance.now() - start) / 1000 };
    rows.push(row);
    console.log(rowText(row));
  }
  console.log(sumText(rows));
  for (const [vectors, why] of notRun) console.log(`not run here, not counted: ${vectors}: ${why}`);
  for (const line of absent) console.log(`left out: ${line} (${howToFetch})`);
  const isWrong = rows.length + absent.length === 0 || !rows.every(isClean);
  if (isWrong) process.exitCode = 1;
  console.log(isWrong ? 'check:vectors FAILED' : rows.length === 0 ? nothingRan : passed);
}

/** What became of a suite, or `undefined` where its vectors are absent, which is told. */
async function outcomesOf(suite: Suite, absent: string[]): Promise<readonly Outcome[] | undefined> {
  try {
    return await suite.run();
  } catch (error) {
    if (!(error instanceof VectorsAbsent)) throw error;
    absent.push(`${suite.name}: ${error.message} is not there`);
    return undefined;
  }
}
