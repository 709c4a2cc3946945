// Loaded into the service by `node --import`: it measures the service's event loop from inside, and appends to the file PROBE_FILE.
import { appendFileSync } from 'node:fs';
import process from 'node:process';

const everyMs = 5;
let beforeMs = performance.now();
let longestMs = 0;
let over20Ms = 0;

setInterval(() => {
  const nowMs = performance.now();
  const heldMs = nowMs - beforeMs - everyMs;
  beforeMs = nowMs;
  longestMs = Math.max(longestMs, heldMs);
  if (heldMs > 20) over20Ms += 1;
}, everyMs).unref();

setInterval(() => {
  const line = { atMs: Date.now(), longestMs, over20Ms, mebibytes: process.memoryUsage.rss() / 2 ** 20 };
  appendFileSync(process.env.PROBE_FILE, `${JSON.stringify(line)}\n`);
  longestMs = 0;
  over20Ms = 0;
}, 250).unref();
