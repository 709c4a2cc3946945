import type { TargetKeys } from '../sessions/targetKeys.js';
import type { Client } from './createClient.js';

/** The target keys of clients that have used some on this page. */
export const openedTargetKeys = new WeakMap<Client, TargetKeys>();
