import { htmlMail } from '../../delivery/htmlMail.js';
import type { EmailMessage, SmsMessage } from '../../delivery/message.js';
import { escapeHtml } from '../../escapeHtml.js';

/** What a message with a one-time code is made from. */
export type CodeMessage = {
  readonly to: string;
  readonly code: string;
  readonly appName: string;
  readonly lifetimeSeconds: number;
  readonly nowMs: number;
};

/** An e-mail that says which app, what it is for, when it was asked for, and what to do when it was somebody else. */
export function codeEmail(
  message: CodeMessage & {
    logoUrl?: string | undefined;
    fromAddress?: string | undefined;
    fromName?: string | undefined;
    replyTo?: string | undefined;
  },
): Omit<EmailMessage, 'id'> {
  const { to, code, appName, fromAddress, replyTo } = message;
  const lines = wording(message);
  return {
    channel: 'email',
    to,
    fromName: message.fromName ?? appName,
    ...(fromAddress !== undefined && { fromAddress }),
    ...(replyTo !== undefined && { replyTo }),
    subject: `${code} is your ${appName} login code`,
    text: [lines.intro, '', code, '', lines.lifetime, lines.asked, '', lines.notYou, ''].join('\n'),
    html: htmlOf(message, lines),
    code,
  };
}

/** A text message; with a host, its last line lets browsers fill the code in on that host alone. @see WebOTP, origin-bound codes */
export function codeSms({
  to,
  code,
  appName,
  template,
  originHost,
}: CodeMessage & { template?: string | undefined; originHost?: string | undefined }): Omit<SmsMessage, 'id'> {
  const text = (template ?? `{{.OtpCode}} is your ${appName} login code. Don't share it.`).replace(
    '{{.OtpCode}}',
    code,
  );
  return { channel: 'sms', to, text: originHost === undefined ? text : `${text}\n\n@${originHost} #${code}`, code };
}

type Wording = Record<'intro' | 'lifetime' | 'asked' | 'notYou', string>;

function wording({ appName, lifetimeSeconds, nowMs }: CodeMessage): Wording {
  const minutes = Math.max(1, Math.round(lifetimeSeconds / 60));
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return {
    intro: `Use this code to log in to ${appName}:`,
    lifetime: `Expires in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    asked: `Requested ${format.format(nowMs)} UTC.`,
    notYou: `Didn't request this? Ignore this email: nobody can log in without the code. ${appName} will never ask you for it.`,
  };
}

function htmlOf(message: CodeMessage & { logoUrl?: string | undefined }, lines: Wording): string {
  const paragraph = (text: string, style: string) => `<p style="margin:0 0 12px;${style}">${escapeHtml(text)}</p>`;
  return htmlMail(message, [
    paragraph(lines.intro, 'font-size:16px'),
    `<p style="margin:20px 0;font:600 32px/1.2 ui-monospace,monospace;letter-spacing:6px">${escapeHtml(message.code)}</p>`,
    paragraph(`${lines.lifetime} ${lines.asked}`, 'font-size:14px;color:#57534e'),
    paragraph(lines.notYou, 'font-size:14px;color:#57534e'),
  ]);
}
