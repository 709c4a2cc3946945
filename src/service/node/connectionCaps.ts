import type { BlockList, Socket } from 'node:net';
import { clientAddress, isTrusted } from './clientAddress.js';
import type { Limits } from './limits.js';

/** How many connections are open, and how many were closed so that others could come. */
export type ConnectionCounts = {
  readonly open: number;
  /** Their address held as many as one may. */
  readonly closedForAddress: number;
  /** There were as many as there may be. */
  readonly closedForAll: number;
};

export type ConnectionCaps = {
  /** Lets a connection in, and closes another where there are too many. @returns call it when a request has been answered on it */
  readonly admit: (socket: Socket) => () => void;
  readonly counts: () => ConnectionCounts;
};

/**
 * Bounds connections by address (IPv6 by /64) and in all. Beyond the limit a new connection is accepted, and of the address with the most
 * connections the one longest without an answered request is closed: idle connections are lost first, and new requests get through.
 *
 * A trusted proxy stands for many clients: it has no limit, and loses a connection only if there are no others.
 */
export function capConnections(
  { connections, connectionsPerAddress }: Pick<Limits, 'connections' | 'connectionsPerAddress'>,
  trustedProxies: BlockList,
): ConnectionCaps {
  const holders = new Map<string, Holder>();
  const counts = { open: 0, closedForAddress: 0, closedForAll: 0 };
  let turns = 0;

  const leave = (holder: Holder, held: Held) => {
    if (!holder.held.delete(held)) return;
    counts.open -= 1;
    if (holder.held.size === 0) holders.delete(holder.address);
  };
  const closeFirst = (holder: Holder | undefined) => {
    const [longest] = holder?.held ?? [];
    if (!holder || !longest) return;
    leave(holder, longest);
    longest.socket.destroy();
  };

  return {
    admit(socket) {
      const holder = holderOf(holders, socket, trustedProxies);
      const held = { socket, turn: turns++ };
      holder.held.add(held);
      counts.open += 1;
      socket.once('close', () => leave(holder, held));
      if (!holder.isTrusted && holder.held.size > connectionsPerAddress) {
        counts.closedForAddress += 1;
        closeFirst(holder);
      } else if (counts.open > connections) {
        counts.closedForAll += 1;
        closeFirst(fullest(holders));
      }
      return () => {
        if (!holder.held.delete(held)) return;
        held.turn = turns++;
        holder.held.add(held);
      };
    },
    counts: () => ({ ...counts }),
  };
}

/** An address with its connections, the one longest without an answered request first. */
type Holder = { readonly address: string; readonly isTrusted: boolean; readonly held: Set<Held> };
/** `turn`: counts up with every connection that opens and every request that is answered. */
type Held = { readonly socket: Socket; turn: number };

function holderOf(holders: Map<string, Holder>, { remoteAddress = '' }: Socket, trustedProxies: BlockList): Holder {
  const address = clientAddress(remoteAddress, undefined, trustedProxies);
  const known = holders.get(address);
  if (known) return known;
  const holder = { address, isTrusted: isTrusted(remoteAddress, trustedProxies), held: new Set<Held>() };
  holders.set(address, holder);
  return holder;
}

/** If several have the same number, the one with the connection longest without an answered request. */
function fullest(holders: ReadonlyMap<string, Holder>): Holder | undefined {
  let found: Holder | undefined;
  for (const holder of holders.values()) if (found === undefined || goesBefore(holder, found)) found = holder;
  return found;
}

function goesBefore(one: Holder, other: Holder): boolean {
  if (one.isTrusted !== other.isTrusted) return other.isTrusted;
  if (one.held.size !== other.held.size) return one.held.size > other.held.size;
  return longestOf(one) < longestOf(other);
}

function longestOf({ held }: Holder): number {
  const [longest] = held;
  return longest?.turn ?? Number.POSITIVE_INFINITY;
}
