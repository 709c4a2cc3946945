import type { ApiKey } from 'latchkey/contract';
import { timeOf } from './texts.js';

/** Whether a key was added by somebody, as opposed to a session's, and to one that was mailed. */
export const isApiKey = ({ credential }: ApiKey): boolean => credential.type.startsWith('CREDENTIAL_TYPE_API_KEY');

/** When a key ends, in milliseconds since 1970; `undefined`: never. */
export const endOf = ({ createdAt, expirationSeconds }: ApiKey): number | undefined =>
  expirationSeconds === undefined ? undefined : timeOf(createdAt) + Number(expirationSeconds) * 1000;

/** Whether it has ended: it is listed until it is swept. */
export const isOver = (key: ApiKey): boolean => (endOf(key) ?? Number.POSITIVE_INFINITY) <= Date.now();
