import type { Chain } from 'latchkey';
import type { Message } from './messages.js';

/** What stands behind the shop beside the service: its own backend, and what a developer has in development. */
export type Side = {
  /** Sends to the shop's own backend. */
  readonly fetch: (request: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
  /** Sends to the service, beside the wire: what is set up for Bob is no doing of the person's. */
  readonly service: (url: string, init: RequestInit) => Promise<Response>;
  /** What the service has sent, newest first. */
  readonly messages: () => Promise<readonly Message[]>;
  /** Moves the clocks of the service and of this page. @returns the new time, in milliseconds since 1970 */
  readonly advanceClock: (ms: number) => Promise<number>;
  /** The chain that the wallet sends on, and what gives an address of it a test ether. Without it there are no balances. */
  readonly chain?: { readonly of: Chain; readonly faucet: (address: string) => Promise<void> } | undefined;
  /** Whether the backend sends links by e-mail. */
  readonly sendsLinks: boolean;
};
