import { htmlMail, type Sender } from './htmlMail.js';
import { type MailContent, textMail } from './mailContent.js';

/** Every mail of the service's own has one layout. */
export const writeMail = (
  sender: Sender,
  content: MailContent,
): { readonly subject: string; readonly text: string; readonly html: string } => ({
  subject: content.subject,
  text: textMail(content),
  html: htmlMail(sender, content),
});
