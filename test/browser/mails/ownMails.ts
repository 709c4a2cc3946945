import type { Language } from '../../../src/contract/language.js';
import { codeEmail } from '../../../src/service/coordinator/codes/codeMessages.js';
import { keyEmail } from '../../../src/service/coordinator/mails/keyEmail.js';
import { invitationEmail } from '../../../src/service/coordinator/operations/invitations/invitationEmail.js';
import { noticeEmail } from '../../../src/service/coordinator/operations/users/contactNotice.js';

export type OwnMail = { readonly subject: string; readonly text: string; readonly html: string };

/** What an app may choose for its mails. */
export type Chosen = { readonly appName?: string; readonly logoUrl?: string; readonly code?: string };

export const logo = 'https://acme.example/logo.png';
/** As long as one is, of letters without a break. */
const bundle =
  'w99a5xV6A75TfoAUkZn869fVyDYvgVsKrawMALZXmrauZd8hEv66EkPU1Z42CUaHESQjcA5bqd8dynTGBMLWB9ewtXWPEVbZvocB4Tw2K1vQVp7uwjf';
const nowMs = Date.UTC(2030, 1, 3, 4, 5);

/** Every mail that the service writes itself. An invitation is in English, whatever the language: nobody knows the invited person's. */
export function ownMails(
  language: Language,
  { appName = 'Acme', logoUrl, code = '428117' }: Chosen = {},
): Record<string, OwnMail> {
  const look = { appName, logoUrl, language, fromName: appName, fromAddress: undefined, replyTo: undefined };
  const browser = { browser: 'Samsung Internet', system: 'Android' };
  const ofCode = { ...look, to: 'ada@example.com', code, lifetimeSeconds: 300, nowMs };
  const ofKey = { ...look, to: 'ada@example.com', bundle, lifetimeSeconds: 900, nowMs };
  const magicLinkTemplate = 'https://app.example.com/in?key=%s';
  const invitation = {
    ...{ ...look, to: 'ada@example.com', organizationName: appName, senderName: 'Bo', receiverName: 'Ada' },
    ...{ invitationId: '00000000-0000-4000-8000-000000000001', expiresAtMs: nowMs },
  };
  return {
    code: codeEmail({ ...ofCode, browser }),
    'code with a link': codeEmail({ ...ofCode, magicLinkTemplate }),
    'link to log in': keyEmail({ ...ofKey, purpose: 'login', magicLinkTemplate }),
    'link to recover': keyEmail({ ...ofKey, purpose: 'recovery', magicLinkTemplate }),
    'key to paste': keyEmail({ ...ofKey, purpose: 'login', magicLinkTemplate: undefined }),
    notice: noticeEmail({ ...look, nowMs }),
    ...(language === 'en' && {
      invitation: invitationEmail({
        ...invitation,
        link: `https://app.example.com/?invitation=${invitation.invitationId}`,
      }),
      'invitation without a link': invitationEmail({ ...invitation, link: undefined }),
    }),
  };
}

/** The mail in a frame, as a mail program shows it. */
export async function shown({ html }: OwnMail, widthPx: number): Promise<Document> {
  const frame = document.createElement('iframe');
  frame.sandbox.add('allow-same-origin'); // no scripts
  frame.style.cssText = `inline-size:${widthPx}px;block-size:640px;border:0`;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  frame.srcdoc = html;
  document.body.append(frame);
  await loaded;
  const inside = frame.contentDocument;
  if (!inside) throw new Error('The mail is not shown.');
  return inside;
}
