import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A webhook that receives the service's text messages. */
export type SmsHook = {
  /** The value of `SMS_WEBHOOK_URL`. */
  readonly url: string;
  /** All codes that were sent to a contact, the oldest first. A code that was sent twice is in the list twice. */
  readonly codesOf: (contact: string) => readonly string[];
  /** The number of all messages. */
  readonly count: () => number;
  readonly close: () => void;
};

/** Opens the hook on a free port of this machine. */
export async function openSmsHook(): Promise<SmsHook> {
  const codes = new Map<string, string[]>();
  let count = 0;
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        const message = JSON.parse(body) as { to: string; text: string };
        const code = /\b(?:\d{6}|[0-9A-HJKMNP-TV-Z]{9})\b/.exec(message.text)?.[0] ?? '';
        codes.set(message.to, [...(codes.get(message.to) ?? []), code]);
        count += 1;
        response.writeHead(204).end();
      },
      () => response.destroy(), // the service was killed while it sent
    );
  });
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    codesOf: (contact) => codes.get(contact) ?? [],
    count: () => count,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
