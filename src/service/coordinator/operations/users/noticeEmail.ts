import type { Language } from '../../../../contract/language.js';
import type { Sender } from '../../../delivery/htmlMail.js';
import type { EmailMessage } from '../../../delivery/message.js';
import { writeMail } from '../../../delivery/writeMail.js';
import { noticeWords } from './contactNoticeWords.js';

/** What the mail to a replaced contact says. */
export function noticeEmail(
  notice: Sender & { readonly language: Language; readonly nowMs: number },
): Pick<EmailMessage, 'subject' | 'text' | 'html'> {
  const { appName, language, nowMs } = notice;
  const words = noticeWords[language];
  const format = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const changed = words.changed(appName, `${format.format(nowMs)} UTC`);
  return writeMail(notice, {
    subject: words.subject(appName),
    preheader: changed,
    parts: [changed, words.fromNow(appName), words.notYou(appName)].map((text) => ({ kind: 'text', text })),
  });
}
