import { connect, type Socket } from 'node:net';
import { addressOf } from './slowConnections.js';

/** Connections that a client holds without completing a request. */
export type IdleConnections = {
  /** How many were opened so far, and how many are still open. */
  readonly counts: () => { readonly opened: number; readonly alive: number };
  readonly close: () => void;
};

const openedASecond = 256;
const everyMs = 50;
const brace = Buffer.from('{');
const mebibyte = Buffer.alloc(2 ** 20 - 1, 0x20);

/**
 * Holds up to `count` connections from that many addresses, and opens another for each one that is closed. Seven of eight send the
 * beginning of a short body; the eighth sends a body of one MiB without its last byte. Then they wait.
 */
export function openIdleConnections(url: string, count: number, addresses: number, configId: string): IdleConnections {
  const { hostname, port } = new URL(url);
  const alive = new Set<Socket>();
  let opened = 0;
  const openOne = () => {
    const index = opened++;
    const socket = connect({ host: hostname, port: Number(port), localAddress: addressOf(index, addresses) });
    alive.add(socket);
    socket.on('error', () => {}).once('close', () => alive.delete(socket));
    socket.once('connect', () => begin(socket, index));
    socket.resume();
  };
  const begin = (socket: Socket, index: number) => {
    const body = Math.floor(index / addresses) % 8 === 7 ? mebibyte : brace;
    const length = body === mebibyte ? mebibyte.length + 1 : 1000;
    socket.write(
      `POST /v1/otp_init HTTP/1.1\r\nHost: localhost\r\nX-Auth-Proxy-Config-Id: ${configId}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
    );
    socket.write(body);
  };
  const opening = setInterval(() => {
    for (let more = (openedASecond * everyMs) / 1000; more > 0 && alive.size < count; more -= 1) openOne();
  }, everyMs);
  return {
    counts: () => ({ opened, alive: alive.size }),
    close: () => {
      clearInterval(opening);
      for (const socket of alive) socket.destroy();
    },
  };
}
