import type { Bytes } from '../crypto/bytes.js';
import { LatchkeyError } from '../errors.js';

/** How the service calls third-party servers: the implementation must prevent access to internal ones. `guardedOutbound()` in Node. */
export type Outbound = {
  /** The check of a URL before any request. */
  readonly mayReach: (url: string) => boolean;
  /** Follows no redirect. @throws {OutboundError} */
  readonly request: (request: OutboundRequest) => Promise<OutboundAnswer>;
};

export type OutboundRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type OutboundAnswer = { readonly status: number; readonly headers: Headers; readonly body: Bytes };

/** Of a service that was given none. */
export const noOutbound: Outbound = {
  mayReach: () => false,
  request: async () => {
    throw new OutboundError('OUTBOUND_REFUSED', 'This service asks no other servers: createService got no outbound.');
  },
};

export type OutboundErrorCode =
  /** The address is none that the service may reach. */
  | 'OUTBOUND_REFUSED'
  /** No answer came in time, or none that could be read. */
  | 'OUTBOUND_UNREACHABLE';

/** Another server was not called, or did not answer. The message contains neither URL nor answer. */
export class OutboundError extends LatchkeyError<OutboundErrorCode> {}
