import type { Language } from '../../../contract/language.js';
import { magicLinkOf } from '../../configuration/magicLink.js';
import type { MailContent, MailPart } from '../../delivery/mailContent.js';
import type { EmailMessage } from '../../delivery/message.js';
import { writeMail } from '../../delivery/writeMail.js';
import { fillTemplate } from '../../templates/fillTemplate.js';
import { codeWords } from '../codes/codeWords.js';
import type { ChosenTemplate } from '../messageTemplates/chosenTemplate.js';
import { type KeyPurpose, keyWords } from './keyWords.js';

/** How a mail looks, and who sends it. */
export type MailLook = {
  readonly appName: string;
  readonly logoUrl: string | undefined;
  readonly magicLinkTemplate: string | undefined;
  readonly fromAddress: string | undefined;
  readonly fromName: string | undefined;
  readonly replyTo: string | undefined;
  readonly language: Language | undefined;
};

/** What the mail of a key is made from. */
export type KeyMail = Omit<MailLook, 'fromName'> & {
  readonly fromName: string;
  readonly to: string;
  /** The key, sealed: only the requester can open it. @see docs/wire.md 4(a) */
  readonly bundle: string;
  readonly purpose: KeyPurpose;
  readonly lifetimeSeconds: number;
  readonly nowMs: number;
  readonly template?: ChosenTemplate | undefined;
};

/**
 * An e-mail with a key: as a link, if there is a template, and as text to paste. Opening the link changes nothing, since mail scanners open
 * links too; the page uses its content when the person clicks there.
 */
export function keyEmail(mail: KeyMail): Omit<EmailMessage, 'id'> {
  const { to, bundle, fromAddress, fromName, replyTo, magicLinkTemplate, appName, template } = mail;
  const lines = wording({ ...mail, language: template?.language ?? mail.language });
  const link = magicLinkTemplate === undefined ? undefined : magicLinkOf(magicLinkTemplate, bundle);
  const envelope = { channel: 'email', to, fromName, fromAddress, replyTo, code: bundle } as const;
  if (template) {
    const { subject, expiresInMinutes, requestedAt, lifetime, requested, notYou } = lines;
    const values = { link, bundle, appName, contact: to, expiresInMinutes, requestedAt };
    return {
      ...envelope,
      ...fillTemplate({ ...template, values, lastWords: [subject, `${lifetime} ${requested}`, notYou] }),
    };
  }
  const { intro, button: name, paste } = lines;
  const opens: MailPart[] =
    link === undefined
      ? [{ kind: 'text', text: paste }]
      : [
          { kind: 'text', text: intro },
          { kind: 'button', href: link, name },
          { kind: 'note', lines: [paste] },
        ];
  const content: MailContent = {
    subject: lines.subject,
    preheader: link === undefined ? paste : intro,
    parts: [
      ...opens,
      { kind: 'key', text: bundle },
      { kind: 'note', lines: [lines.lifetime, lines.requested] },
      { kind: 'last', text: lines.notYou },
    ],
  };
  return { ...envelope, ...writeMail(mail, content) };
}

type Wording = Record<
  'subject' | 'intro' | 'button' | 'paste' | 'lifetime' | 'requested' | 'notYou' | 'expiresInMinutes' | 'requestedAt',
  string
>;

function wording({ appName, purpose, language = 'en', lifetimeSeconds, nowMs, magicLinkTemplate }: KeyMail): Wording {
  const { locale, lifetime, requested } = codeWords[language];
  const { pasteToo, pasteOnly, ...words } = keyWords[language];
  const ofPurpose = words[purpose];
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const unit = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  const minutes = Math.max(1, Math.round(lifetimeSeconds / 60));
  const requestedAt = `${format.format(nowMs)} UTC`;
  return {
    expiresInMinutes: String(minutes),
    requestedAt,
    subject: ofPurpose.subject(appName),
    intro: ofPurpose.intro(appName),
    button: ofPurpose.button,
    paste: magicLinkTemplate === undefined ? pasteOnly(appName) : pasteToo(appName),
    lifetime: lifetime(unit.format(minutes)),
    requested: requested(requestedAt),
    notYou: ofPurpose.notYou,
  };
}
