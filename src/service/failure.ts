import { RefusedError, refused } from '../contract/refusals.js';
import { type Note, noteNothing } from './http/note.js';
import { PeerError } from './peer.js';
import { driverCodeOf, StoreError } from './store/storeError.js';
import type { Log } from './tools.js';
import { SealError } from './vault/seal.js';

/** The answer to a thrown error. An internal failure is logged, and noted for the request; its cause never reaches the wire. */
export function refusalOfFailure(error: unknown, log: Log, note: Note = noteNothing): RefusedError {
  if (error instanceof RefusedError) return error;
  if (error instanceof StoreError) {
    log('store failed', { code: error.code, driverCode: driverCodeOf(error) });
    return refused('UNAVAILABLE', { retryAfterMs: 1000, cause: error });
  }
  if (error instanceof SealError) {
    const { purpose = '', organizationId = '', id = '' } = error.place ?? {};
    const unopened = { sealError: error.code, sealed: `${purpose} ${organizationId}/${id}` };
    note(unopened);
    log('sealed value does not open', unopened);
    return refused('SEALED_UNREADABLE', { cause: error });
  }
  const needs = error instanceof PeerError ? { needs: error.message } : {}; // names the package to install, and quotes nothing
  log('request failed', { error: error instanceof Error ? error.name : typeof error, where: whereOf(error), ...needs });
  return refused('INTERNAL', { cause: error });
}

/** The first frame of the stack: a place in our code. The message before it may quote a value, and may look like a frame. */
function whereOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { message, stack = '' } = error;
  const frames = stack.slice(Math.max(0, stack.indexOf(message)) + message.length).split('\n');
  return frames.find((line) => /^\s+at .*:\d+:\d+\)?$/.test(line))?.trim() ?? '';
}
