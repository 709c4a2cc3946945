// Loaded into the service by the bench: at SIGUSR2 it collects garbage, and writes how much of the heap is then in use, in bytes.
const { appendFileSync } = require('node:fs');

process.on('SIGUSR2', () => {
  globalThis.gc();
  globalThis.gc();
  appendFileSync(process.env.HEAP_FILE, `${process.memoryUsage().heapUsed}\n`);
});
