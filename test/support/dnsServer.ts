import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** A name server on loopback that knows TXT records, each by its name. */
export type DnsServer = {
  /** As resolvers are named: `127.0.0.1:5353`. */
  readonly address: string;
  readonly close: () => Promise<void>;
};

/** @see RFC 1035, 4.1 */
export async function openDnsServer(records: Readonly<Record<string, readonly string[]>>): Promise<DnsServer> {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => socket.send(answerTo(question, records), port, address));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function answerTo(question: Buffer, records: Readonly<Record<string, readonly string[]>>): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const end = at + 5; // the empty label, type and class
  const texts = records[labels.join('.').toLowerCase()];
  const header = Buffer.alloc(12);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(texts ? 0x8180 : 0x8183, 2); // an answer, or: there is no such name
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts?.length ?? 0, 6);
  return Buffer.concat([header, question.subarray(12, end), ...(texts ?? []).map(textRecord)]);
}

/** The name is that of the question, at byte 12. */
function textRecord(text: string): Buffer {
  const chunks = text.match(/.{1,255}/gs) ?? [''];
  const data = Buffer.concat(chunks.flatMap((chunk) => [Buffer.of(chunk.length), Buffer.from(chunk, 'latin1')]));
  const head = Buffer.from('c00c001000010000003c0000', 'hex');
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
