import type { AuthProxySettings } from '../../../contract/authProxy.records.js';
import type { EmailMessage } from '../../delivery/message.js';
import type { MailLook } from './keyEmail.js';

/** How mails look by the configuration alone. */
export const lookBy = (settings: AuthProxySettings): Omit<MailLook, 'magicLinkTemplate' | 'language'> => ({
  appName: settings.emailCustomizationParams.appName,
  logoUrl: settings.emailCustomizationParams.logoUrl,
  fromAddress: settings.sendFromEmailAddress,
  fromName: settings.sendFromEmailSenderName,
  replyTo: settings.replyToEmailAddress,
});

type Envelope = Pick<EmailMessage, 'channel' | 'to' | 'fromName' | 'fromAddress' | 'replyTo'>;

/** To whom a mail goes, and from whom: without a name of its own, from the app. */
export const envelopeOf = (
  to: string,
  {
    appName,
    fromName = appName,
    fromAddress,
    replyTo,
  }: Pick<MailLook, 'appName' | 'fromName' | 'fromAddress' | 'replyTo'>,
): Envelope => ({ channel: 'email', to, fromName, fromAddress, replyTo });
