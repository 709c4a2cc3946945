import type { AuthProxySettings } from '../../../../contract/authProxy.records.js';
import type { MailLook } from '../../mails/keyEmail.js';

/** How mails look by the configuration alone. */
export const lookBy = (settings: AuthProxySettings): Omit<MailLook, 'magicLinkTemplate' | 'language'> => ({
  appName: settings.emailCustomizationParams.appName,
  logoUrl: settings.emailCustomizationParams.logoUrl,
  fromAddress: settings.sendFromEmailAddress,
  fromName: settings.sendFromEmailSenderName,
  replyTo: settings.replyToEmailAddress,
});
