import type { BrowserNames } from '../../../contract/browserNames.js';
import type { Language } from '../../../contract/language.js';
import { magicLinkOf } from '../../configuration/magicLink.js';
import type { MailContent } from '../../delivery/mailContent.js';
import type { EmailMessage, SmsMessage } from '../../delivery/message.js';
import { writeMail } from '../../delivery/writeMail.js';
import { fillTemplate } from '../../templates/fillTemplate.js';
import type { ChosenTemplate } from '../messageTemplates/chosenTemplate.js';
import { codeWords } from './codeWords.js';

/** What a message with a one-time code is made from. */
export type CodeMessage = {
  readonly to: string;
  readonly code: string;
  readonly appName: string;
  readonly lifetimeSeconds: number;
  readonly nowMs: number;
  /** Default: English. */
  readonly language?: Language | undefined;
  /** Where the code was requested, by the requester's own word. */
  readonly browser?: BrowserNames | undefined;
};

/** An e-mail with the app's name, the purpose, the time of the request, and what to do if it was somebody else's. */
export function codeEmail(
  message: CodeMessage & {
    logoUrl?: string | undefined;
    /** With `%s` in the place of the code. */
    magicLinkTemplate?: string | undefined;
    fromAddress?: string | undefined;
    fromName?: string | undefined;
    replyTo?: string | undefined;
    template?: ChosenTemplate | undefined;
  },
): Omit<EmailMessage, 'id'> {
  const { to, code, appName, fromAddress, replyTo, magicLinkTemplate, template } = message;
  const language = template?.language ?? message.language ?? 'en';
  const link = magicLinkTemplate === undefined ? undefined : magicLinkOf(magicLinkTemplate, code);
  const words = codeWords[language];
  const lines = wording({ ...message, language });
  const envelope = { channel: 'email', to, fromName: message.fromName ?? appName, fromAddress, replyTo, code } as const;
  if (template) {
    const { expiresInMinutes, requestedAt, lifetime, requested, browser, notYou } = lines;
    const values = { code, link, appName, contact: to, expiresInMinutes, requestedAt };
    const lastWords = [words.subject(code, appName), `${lifetime} ${requested}`, ...browser, notYou];
    return { ...envelope, ...fillTemplate({ ...template, values, lastWords }) };
  }
  const content: MailContent = {
    subject: words.subject(code, appName),
    preheader: words.sms(code, appName),
    parts: [
      { kind: 'text', text: lines.intro },
      { kind: 'code', text: code },
      ...(link === undefined ? [] : [{ kind: 'link' as const, href: link }]),
      { kind: 'note', lines: [lines.lifetime, lines.requested, ...lines.browser] },
      { kind: 'last', text: lines.notYou },
    ],
  };
  return { ...envelope, ...writeMail({ ...message, language }, content) };
}

/** A text message; with a host, its last line lets browsers fill the code in on that host alone. @see WebOTP, origin-bound codes */
export function codeSms({
  to,
  code,
  appName,
  template,
  originHost,
  language = 'en',
}: CodeMessage & { template?: string | undefined; originHost?: string | undefined }): Omit<SmsMessage, 'id'> {
  const text = template?.replace('{{.OtpCode}}', () => code) ?? codeWords[language].sms(code, appName);
  return { channel: 'sms', to, text: originHost === undefined ? text : `${text}\n\n@${originHost} #${code}`, code };
}

type Wording = Record<'intro' | 'lifetime' | 'requested' | 'notYou' | 'expiresInMinutes' | 'requestedAt', string> & {
  /** A line, or none where no browser is known. */
  readonly browser: readonly string[];
};

function wording({ appName, lifetimeSeconds, nowMs, language = 'en', browser }: CodeMessage): Wording {
  const words = codeWords[language];
  const minutes = Math.max(1, Math.round(lifetimeSeconds / 60));
  const { locale } = words;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const unit = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  const requestedAt = `${format.format(nowMs)} UTC`;
  return {
    expiresInMinutes: String(minutes),
    requestedAt,
    intro: words.intro(appName),
    lifetime: words.lifetime(unit.format(minutes)),
    requested: words.requested(requestedAt),
    browser: browser ? [words.browser(browser)] : [],
    notYou: words.notYou(appName),
  };
}
