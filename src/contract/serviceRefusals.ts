import type { serviceFailures } from './commonRefusalCodes.js';

/** One refusal. */
export type Refusal = {
  readonly grpc: number;
  readonly status: number;
  /** What happened, why, and what to do. */
  readonly text: string;
  /** The sentence by which the hosted service's public clients know the case, where that is another one. @see docs/wire.md 1.1 */
  readonly published?: string;
};

/** A table with a refusal for each of the codes, and no other. */
export type TableOf<Codes extends readonly string[]> = { readonly [Code in Codes[number]]: Refusal };

/** The refusals about the service itself, for any request: a part of the table of refusals. */
export const serviceRefusals = {
  INTERNAL: {
    grpc: 13,
    status: 500,
    text: 'The service failed. Nothing was acknowledged; the same request may be sent again.',
  },
  SEALED_UNREADABLE: {
    grpc: 15,
    status: 500,
    text: 'The service cannot open what it keeps for this, and could not if it were asked again. Nothing was changed. Its log says which secret or value is at fault.',
  },
  SECRETS_UNFIT: {
    grpc: 14,
    status: 503,
    text: 'The service lacks a secret that its database is made with. Its log names it.',
  },
  UNAVAILABLE: {
    grpc: 14,
    status: 503,
    text: 'The service cannot reach its database. Nothing was acknowledged; try again.',
  },
  DEADLINE: { grpc: 4, status: 504, text: 'The request took too long. Try again with the same bytes.' },
} as const satisfies TableOf<typeof serviceFailures>;
