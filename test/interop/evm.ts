import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Abi, Hex } from 'viem';

const folder = join(import.meta.dirname, 'evm');

/** A chain in memory that mines each transaction at once. */
export type EvmNode = { readonly url: string; readonly stop: () => Promise<void> };

/** Starts a node of Ethereum in a process of its own, which ends with this one. It has a minute to start. */
export async function openEvmNode(): Promise<EvmNode> {
  const home = mkdtempSync(join(tmpdir(), 'latchkey-evm-'));
  const env = { PATH: process.env.PATH, HOME: home, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true' };
  const child = spawn(process.execPath, ['node.js'], { cwd: folder, env, stdio: 'pipe' });
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(home, { recursive: true, force: true });
  };
  let printed = '';
  child.stderr.on('data', (text) => {
    printed += text;
  });
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`The node did not start within a minute. ${printed}`)), 60_000);
    child.stdout.on('data', (text) => {
      printed += text;
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
      if (found) resolve(found);
    });
    child.on('close', () => reject(new Error(`The node ended. ${printed}`)));
    void ended.finally(() => clearTimeout(late));
  }).catch(async (error) => {
    await stop();
    throw error;
  });
  return { url, stop };
}

type Compiled = { readonly abi: Abi; readonly bytecode: Hex };

/** The contracts of evm/contracts.sol, by the compiler of that folder. */
export function compileContracts(): { readonly token: Compiled; readonly delegate: Compiled } {
  const solc: { compile: (input: string) => string } = createRequire(join(folder, 'package.json'))('solc');
  const input = {
    language: 'Solidity',
    sources: { 'contracts.sol': { content: readFileSync(join(folder, 'contracts.sol'), 'utf8') } },
    settings: { outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  };
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input)));
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }: never) => formattedMessage).join('\n'));
  const of = (name: string): Compiled => {
    const { abi, evm } = contracts['contracts.sol'][name];
    return { abi, bytecode: `0x${evm.bytecode.object}` };
  };
  return { token: of('Token'), delegate: of('Delegate') };
}
