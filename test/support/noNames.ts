import type { guardedOutbound } from '../../src/service/node/guardedOutbound.js';

/** Looks no name up: a machine without a network waits for its name server. */
export const noNames: Parameters<typeof guardedOutbound>[1] = (_host, _options, found) =>
  found(new Error('ENOTFOUND'), []);
