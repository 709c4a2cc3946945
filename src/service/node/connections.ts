import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionCaps } from './connectionCaps.js';
import type { Limits } from './limits.js';

/** A server's connections: which of them are being answered, in which order, and how all of them end. */
export type Connections = {
  /** Whether bytes of an answer are already on their way there: a refusal after them would be read as part of it. */
  readonly isAnswering: (socket: Duplex) => boolean;
  /**
   * Starts the answer to a new request once the previous one on the same connection was received: pipelining many requests gets no more
   * work done at a time.
   */
  readonly inTurn: (socket: Duplex, begin: () => void) => void;
  /**
   * Closes idle connections at once, the others with their answer, and the rest after `shutdownMs`. Call it once no new connections are
   * accepted.
   */
  readonly end: (shutdownMs: number) => void;
};

type Connection = {
  /** The current answer, if several the last; and the one before it. */
  outgoing?: ServerResponse | undefined;
  before?: ServerResponse | undefined;
  /** How many bytes had come when the last answer was done: as many as now, and nothing is under way. */
  readAtRest: number;
  readonly answered: () => void;
};

/**
 * Tracks a server's connections. When Node closes a server, it waits for connections without any request, which browsers open in advance.
 */
export function watchConnections(
  server: Server,
  { takeMs }: Pick<Limits, 'takeMs'>,
  { admit }: Pick<ConnectionCaps, 'admit'>,
): Connections {
  const connections = new Map<Duplex, Connection>();
  let isEnding = false;

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { readAtRest: 0, answered: admit(socket) });
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', ({ socket }, outgoing) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.before = connection.outgoing;
    connection.outgoing = outgoing;
    outgoing.once('prefinish', () => {
      if (socket.writableLength === 0) return; // the system has taken all of it
      const untaken = setTimeout(() => socket.destroy(), takeMs).unref();
      outgoing.once('close', () => clearTimeout(untaken));
    });
    outgoing.once('close', () => {
      if (outgoing.writableFinished) connection.answered();
      if (connection.outgoing !== outgoing) return; // another request has followed on its heels
      connection.outgoing = undefined;
      connection.readAtRest = socket.bytesRead;
      if (isEnding) socket.destroySoon();
    });
  });

  return {
    isAnswering(socket) {
      const outgoing = connections.get(socket)?.outgoing;
      return outgoing?.headersSent === true && !outgoing.writableFinished;
    },
    inTurn(socket, begin) {
      const before = connections.get(socket)?.before;
      if (before === undefined) return begin();
      before.once('close', () => {
        if (socket.writable) begin();
      });
    },
    end(shutdownMs) {
      isEnding = true;
      for (const [socket, { outgoing, readAtRest }] of connections) {
        if (!outgoing && (socket as Socket).bytesRead === readAtRest) socket.destroy();
      }
      setTimeout(() => {
        for (const socket of connections.keys()) socket.destroy();
      }, shutdownMs).unref();
    },
  };
}
