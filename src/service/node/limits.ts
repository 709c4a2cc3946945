import { limits } from '../limits/limits.js';

/** What one client may take of a server. */
export type Limits = {
  /** Of the request line and all headers together, in bytes: 431 beyond. The body's limit is the service's own. */
  readonly headerBytes: number;
  /** Until a request's headers, and all of it, have arrived: 408 after. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** Until a request is answered: 504 after. */
  readonly answerMs: number;
  /** Until an answer has been taken, however long it is: the connection is ended after. */
  readonly takeMs: number;
  /** An idle connection is kept this long. */
  readonly keepAliveMs: number;
  /** At once, of an address (IPv6 by /64; a trusted proxy's are not counted), and in all: for one beyond, another is closed. */
  readonly connectionsPerAddress: number;
  readonly connections: number;
  /** What bodies under way hold of the memory, by client address and in all, in bytes: 429 beyond. */
  readonly bodyBytesPerAddress: number;
  readonly bodyBytes: number;
  /** A body of at most so many bytes is always taken. */
  readonly smallBodyBytes: number;
  /** What answers hold that their clients have not taken yet: by client address, by sub-organization and in all, in bytes: 429 beyond. */
  readonly answerBytesPerAddress: number;
  readonly answerBytesPerOrganization: number;
  readonly answerBytes: number;
  /** What is under way when the server stops gets this long. */
  readonly shutdownMs: number;
};

export const defaultLimits: Limits = {
  headerBytes: limits.headerBytes.most,
  headersMs: 10_000,
  requestMs: 30_000,
  answerMs: 30_000,
  takeMs: 30_000,
  keepAliveMs: 5_000,
  connectionsPerAddress: limits.connectionsPerAddress.most,
  connections: limits.connections.most,
  bodyBytesPerAddress: limits.bodyBytesPerAddress.most,
  bodyBytes: limits.bodyBytes.most,
  smallBodyBytes: 16 * 2 ** 10,
  answerBytesPerAddress: limits.answerBytesPerAddress.most,
  answerBytesPerOrganization: limits.answerBytesPerOrganization.most,
  answerBytes: limits.answerBytes.most,
  shutdownMs: 10_000,
};
