import { execFileSync, spawn } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Party } from './parties.js';

const [servers, clients] = [0, 1];
/** The core of the service, and of the floor; the client has another one. */
export const serversCore = servers;

/** Keeps this process on its core until released. */
export function pinClient(): () => void {
  const pin = (cores: string) =>
    execFileSync('taskset', ['-a', '-cp', cores, String(process.pid)], { stdio: 'ignore' });
  pin(String(clients));
  return () => pin(`${servers},${clients}`);
}

/** The floor for stamped requests of one client, on the service's core. */
export async function serveFloor({ privateKey }: Party): Promise<{ url: string; stop: () => void }> {
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64');
  const child = spawn('taskset', ['-c', String(servers), process.execPath, 'bench/service/floor.mjs', spki], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
  return { url, stop: () => child.kill() };
}
