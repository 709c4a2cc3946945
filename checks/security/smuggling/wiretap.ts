import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy between a front proxy and the service, which records all bytes. */
export type Wiretap = {
  readonly port: number;
  /** Each request as the front proxy sent it, by its `X-Marker`, in Latin-1, with all bytes until the next one. */
  readonly requests: () => ReadonlyMap<string, string>;
  /** How often the service answered each status, without the interim ones (1xx). */
  readonly answered: () => ReadonlyMap<number, number>;
  readonly connections: () => number;
  readonly close: () => void;
};

/** Forwards every byte to a port of this machine and back, and records it. */
export async function openWiretap(servicePort: number): Promise<Wiretap> {
  const requests: Buffer[][] = [];
  const answers: Buffer[][] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (front) => {
    const service = connect({ host: '127.0.0.1', port: servicePort, allowHalfOpen: true, noDelay: true });
    const [fromFront, fromService] = [recording(requests), recording(answers)];
    forward(front, service, (chunk) => fromFront.push(chunk));
    forward(service, front, (chunk) => fromService.push(chunk));
    for (const socket of [front, service]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests: () => new Map(requests.flatMap(byMarker)),
    answered: () => {
      const statuses = answers.flatMap((chunks) => [
        ...Buffer.concat(chunks)
          .toString('latin1')
          .matchAll(/HTTP\/1\.1 ([2-5]\d\d) /g),
      ]);
      const counts = new Map<number, number>();
      for (const [, status] of statuses) counts.set(Number(status), (counts.get(Number(status)) ?? 0) + 1);
      return counts;
    },
    connections: () => requests.length,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Splits a connection's bytes into requests: a front proxy begins each one with a new write. */
function byMarker(chunks: readonly Buffer[]): [marker: string, text: string][] {
  const texts: string[] = [];
  for (const chunk of chunks) {
    const text = chunk.toString('latin1');
    if (/^[A-Za-z]+ \S+ HTTP\/1\.1\r\n/.test(text)) texts.push(text);
    else texts.push((texts.pop() ?? '') + text);
  }
  return texts.map((text) => [/^x-marker: (\S+)\r$/im.exec(text)?.[1] ?? '', text]);
}

function recording(all: Buffer[][]): Buffer[] {
  const chunks: Buffer[] = [];
  all.push(chunks);
  return chunks;
}

/** Forwards bytes, the end of the connection, and a reset as a reset. */
function forward(from: Socket, to: Socket, record: (chunk: Buffer) => void): void {
  from.on('data', (chunk) => {
    record(chunk);
    to.write(chunk);
  });
  from.once('end', () => to.end());
  from.once('error', () => to.resetAndDestroy());
}
