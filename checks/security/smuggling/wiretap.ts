import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What went over the wire between a front and the service. */
export type Wiretap = {
  readonly port: number;
  /** By its `X-Marker`, each request as the front sent it, in Latin-1, with all that followed until the next one. */
  readonly requests: () => ReadonlyMap<string, string>;
  /** How often the service gave each status, as `400` or `200`; interim ones left out. */
  readonly answered: () => ReadonlyMap<number, number>;
  readonly connections: () => number;
  readonly close: () => void;
};

/** Stands before a port of this machine, hands on every byte both ways and keeps them. */
export async function openWiretap(servicePort: number): Promise<Wiretap> {
  const requests: Buffer[][] = [];
  const answers: Buffer[][] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (front) => {
    const service = connect({ host: '127.0.0.1', port: servicePort, allowHalfOpen: true, noDelay: true });
    const [asked, said] = [kept(requests), kept(answers)];
    hand(front, service, (chunk) => asked.push(chunk));
    hand(service, front, (chunk) => said.push(chunk));
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

/** A front begins each request with a write of its own. */
function byMarker(chunks: readonly Buffer[]): [marker: string, text: string][] {
  const texts: string[] = [];
  for (const chunk of chunks) {
    const text = chunk.toString('latin1');
    if (/^[A-Za-z]+ \S+ HTTP\/1\.1\r\n/.test(text)) texts.push(text);
    else texts.push((texts.pop() ?? '') + text);
  }
  return texts.map((text) => [/^x-marker: (\S+)\r$/im.exec(text)?.[1] ?? '', text]);
}

function kept(all: Buffer[][]): Buffer[] {
  const chunks: Buffer[] = [];
  all.push(chunks);
  return chunks;
}

/** As it comes: its end as an end, its breaking off as a breaking off. */
function hand(from: Socket, to: Socket, keep: (chunk: Buffer) => void): void {
  from.on('data', (chunk) => {
    keep(chunk);
    to.write(chunk);
  });
  from.once('end', () => to.end());
  from.once('error', () => to.resetAndDestroy());
}
