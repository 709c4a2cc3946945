// A test node of Ethereum for `npm start -- --chain`: hardhat, where it is installed, here or for the tests of test/interop/evm.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../test/interop/evm');

/**
 * Starts the node in a process of its own, which ends with this one.
 *
 * @returns its URL, and what ends it
 * @throws {Error} where hardhat is not installed, with what installs it, and where the node does not start within a minute
 */
export async function startChain() {
  try {
    createRequire(join(folder, 'node.js')).resolve('hardhat');
  } catch {
    throw new Error('--chain needs hardhat: run npm ci --prefix test/interop/evm, then start again.');
  }
  const env = { PATH: process.env.PATH, HOME: tmpdir(), HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true' };
  const child = spawn(process.execPath, ['node.js'], { cwd: folder, env, stdio: ['pipe', 'pipe', 'pipe'] });
  const stop = () => void child.kill('SIGKILL');
  const url = await new Promise((resolve, reject) => {
    let printed = '';
    const late = setTimeout(() => reject(new Error('The node of --chain did not start within a minute.')), 60_000);
    const read = (text) => {
      printed += text;
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
      if (!found) return;
      clearTimeout(late);
      printed = '';
      resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('close', () => {
      clearTimeout(late);
      reject(new Error(`The node of --chain ended. ${printed}`));
    });
  }).catch((error) => {
    stop();
    throw error;
  });
  return { url, stop };
}
