import { holdsEncodedWord } from '../../contract/encodedWord.js';
import { isLoopback } from '../loopback.js';
import { peer } from '../peer.js';
import { DeliveryError } from './deliveryError.js';
import type { EmailMessage } from './message.js';
import type { SmtpServer } from './smtpServer.js';

/**
 * Sends e-mail through an SMTP server, one connection a message.
 *
 * @param from - the default sender's address.
 * @param mostMs - the connection's maximum duration. The outbox leases a message for a minute: by then it must be sent or returned, however
 * slow the server is.
 *
 * The function it returns throws {@link DeliveryError} SMTP_UNREACHABLE, SMTP_LOGIN_REFUSED, SMTP_REFUSED, MESSAGE_UNSAFE, and PeerError
 * PEER_MISSING.
 */
export function smtpSend({
  server,
  from,
  mostMs = 30_000,
}: {
  server: SmtpServer;
  from: string;
  mostMs?: number;
}): (message: EmailMessage) => Promise<void> {
  return async (message) => {
    const sender = checkedAddress(message.fromAddress ?? from);
    const to = checkedAddress(message.to);
    const mail = {
      from: { name: checkedLine(message.fromName), address: sender },
      to: { name: '', address: to },
      ...(message.replyTo !== undefined && { replyTo: { name: '', address: checkedAddress(message.replyTo) } }),
      subject: checkedLine(message.subject),
      text: message.text,
      html: message.html,
      envelope: { from: sender, to: [to] },
      messageId: `<${message.id}@${domainOf(sender)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' }, // RFC 3834: no out-of-office note is sent back
      signal: AbortSignal.timeout(mostMs),
    };
    const { createTransport } = await peer('nodemailer', () => import('nodemailer'));
    try {
      await createTransport({ ...server, ...limits }).sendMail(mail);
    } catch (error) {
      throw deliveryErrorOf(error);
    }
  };
}

/**
 * Connects to an SMTP server, encrypted as for a message, and sends none. It logs in, also where the server offers no login, unless the
 * password would cross a network in the clear.
 *
 * @throws {DeliveryError} SMTP_UNREACHABLE, SMTP_LOGIN_REFUSED, SMTP_REFUSED
 * @throws {PeerError} PEER_MISSING
 */
export async function checkSmtp(server: SmtpServer): Promise<void> {
  const { createTransport } = await peer('nodemailer', () => import('nodemailer'));
  const forceAuth = server.auth !== undefined && isEncrypted(server);
  const transport = createTransport({ ...server, ...limits, forceAuth } as typeof server);
  try {
    await transport.verify();
  } catch (error) {
    throw deliveryErrorOf(error);
  } finally {
    transport.close();
  }
}

/** What stands behind the @ of an address. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** Whether nobody on the way reads what is sent: it is encrypted, or stays on this machine. */
export const isEncrypted = ({ secure, requireTLS, host }: SmtpServer): boolean =>
  secure || requireTLS || isLoopback(host);

/** Nothing in a message makes nodemailer fetch or read. */
const limits = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 10_000,
  disableFileAccess: true,
  disableUrlAccess: true,
} as const;

/** One address and nothing else: a second one, a name or a line break would change who gets the code. */
function checkedAddress(address: string): string {
  if (!/^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(address)) {
    throw new DeliveryError(
      'MESSAGE_UNSAFE',
      'A sender or recipient of the message is not exactly one e-mail address.',
      { isPermanent: true },
    );
  }
  return address;
}

function checkedLine(text: string): string {
  if (/[\p{Cc}\u2028\u2029]/u.test(text) || holdsEncodedWord(text)) {
    throw new DeliveryError(
      'MESSAGE_UNSAFE',
      'The subject or the sender of the message holds a control character or an encoded word.',
      { isPermanent: true },
    );
  }
  return text;
}

/**
 * nodemailer's own message quotes the server's answer, which quotes the address. A 5xx answer to the recipient or the message is final; one
 * to the login or the sender lasts until the operator fixes the settings.
 *
 * @see https://nodemailer.com/errors; RFC 5321, 4.2.1
 */
function deliveryErrorOf(error: unknown): DeliveryError {
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown };
  const what = [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ');
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    return new DeliveryError('SMTP_LOGIN_REFUSED', `The SMTP server refused the login of SMTP_URL (${what}).`);
  }
  if (typeof responseCode === 'number') {
    const isPermanent = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
    return new DeliveryError('SMTP_REFUSED', `The SMTP server did not take the message (${what}).`, { isPermanent });
  }
  return new DeliveryError('SMTP_UNREACHABLE', `The SMTP server cannot be reached, or not safely (${what}).`);
}
