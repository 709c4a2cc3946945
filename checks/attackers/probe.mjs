// Loaded into the service by `node --import`: it measures the service's event loop from inside, and appends to the file PROBE_FILE.
import { appendFileSync, closeSync, openSync, readSync } from 'node:fs';
import process from 'node:process';

const everyMs = 5;
const waitedMs = waitForCore();
let beforeMs = performance.now();
let waitedBeforeMs = waitedMs();
let longestMs = 0;
let over20Ms = 0;

setInterval(() => {
  const nowMs = performance.now();
  const waitedNowMs = waitedMs();
  const heldMs = nowMs - beforeMs - everyMs - (waitedNowMs - waitedBeforeMs);
  beforeMs = nowMs;
  waitedBeforeMs = waitedNowMs;
  longestMs = Math.max(longestMs, heldMs);
  if (heldMs > 20) over20Ms += 1;
}, everyMs).unref();

setInterval(() => {
  const line = { atMs: Date.now(), longestMs, over20Ms, mebibytes: process.memoryUsage.rss() / 2 ** 20 };
  appendFileSync(process.env.PROBE_FILE, `${JSON.stringify(line)}\n`);
  longestMs = 0;
  over20Ms = 0;
}, 250).unref();

/**
 * How long this thread was ready to run and other processes had the cores: the second number of Linux's `schedstat`, in nanoseconds.
 * Elsewhere 0: then such pauses count as the service's own.
 */
function waitForCore() {
  try {
    const file = openSync('/proc/self/schedstat');
    process.once('exit', () => closeSync(file));
    const bytes = Buffer.alloc(128);
    return () => Number(bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0)).split(' ')[1]) / 1e6;
  } catch {
    return () => 0;
  }
}
