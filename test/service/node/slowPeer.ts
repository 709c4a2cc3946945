import { once } from 'node:events';
import { connect } from 'node:net';

/** A raw connection from one of this machine's own addresses. */
export type SlowPeer = {
  readonly write: (text: string) => void;
  /** All that has come. */
  readonly received: () => string;
  /** Sends a whole request and waits for its answer's head. */
  readonly ask: () => Promise<string>;
  readonly isClosed: () => boolean;
  readonly end: () => void;
};

/** Opens one, and waits until it is. `from`: any of 127.0.0.0/8. */
export async function openSlowPeer(port: number, from: string = '127.0.0.1'): Promise<SlowPeer> {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from });
  let received = '';
  let isClosed = false;
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  socket
    .on('error', () => {})
    .once('close', () => {
      isClosed = true;
    });
  await once(socket, 'connect');
  return {
    write: (text) => void socket.write(text),
    received: () => received,
    async ask() {
      const before = received.length;
      socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await once(socket, 'data');
      return received.slice(before);
    },
    isClosed: () => isClosed,
    end: () => socket.destroy(),
  };
}
