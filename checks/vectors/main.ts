import { vectorsArePresent } from './files.js';
import { notRun } from './notRun.js';
import { agreement } from './suites/agreement.js';
import { bundles } from './suites/bundles.js';
import { derivation } from './suites/derivation.js';
import { deterministic } from './suites/deterministic.js';
import { ed25519 } from './suites/ed25519.js';
import { ethereum } from './suites/ethereum.js';
import { hpke } from './suites/hpke.js';
import { mnemonics } from './suites/mnemonics.js';
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
];

if (vectorsArePresent()) await check();
else console.log('check:vectors skipped: ../shared/vectors is not there.');

/** Runs what the arguments name, by a part of a suite's name; without any, all. */
async function check(): Promise<void> {
  const wanted = process.argv.slice(2).map((word) => word.toLowerCase());
  const rows: Row[] = [];
  console.log(headText);
  for (const suite of suites) {
    if (wanted.length > 0 && !wanted.some((word) => suite.name.toLowerCase().includes(word))) continue;
    const start = performance.now();
    const outcomes = await suite.run();
    const row = { suite, outcomes, seconds: (performance.now() - start) / 1000 };
    rows.push(row);
    console.log(rowText(row));
  }
  console.log(sumText(rows));
  for (const [vectors, why] of notRun) console.log(`not run here, not counted: ${vectors}: ${why}`);
  const isWrong = rows.length === 0 || !rows.every(isClean);
  if (isWrong) process.exitCode = 1;
  console.log(isWrong ? 'check:vectors FAILED' : 'check:vectors passed: no wrong accept, every refusal explained');
}
