import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { readSmtpUrl, type SmtpServer } from '../../src/service/delivery/smtpServer.js';

/** A received message: the envelope, and the message's bytes, one character each. */
export type Caught = { from: string; to: string[]; mail: string };

export type MailServer = {
  readonly server: SmtpServer;
  readonly caught: Caught[];
  readonly close: () => Promise<void>;
};

/** An SMTP server on loopback, which keeps all messages. */
export async function openMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const caught: Caught[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        caught.push({ from, to: rcptTo.map(({ address }) => address), mail: Buffer.concat(chunks).toString('latin1') });
        done();
      });
    },
    ...options,
  });
  smtp.on('error', () => {}); // a client was killed while it sent
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  return {
    server: smtpServer(`smtp://127.0.0.1:${port}`),
    caught,
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}

export function smtpServer(url: string): SmtpServer {
  const server = readSmtpUrl(url);
  if (!server) throw new Error(`${url} was not read`);
  return server;
}
