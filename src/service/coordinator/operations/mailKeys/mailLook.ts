import type { AuthProxySettings } from '../../../../contract/authProxy.records.js';
import { canonicalEmail } from '../../../../contract/contact.js';
import type { Language } from '../../../../contract/language.js';
import { type RefusedError, refused } from '../../../../contract/refusals.js';
import { isLogoUrl } from '../../../configuration/logoUrl.js';
import { faultOfMagicLink } from '../../../configuration/magicLink.js';
import type { RequestedBy } from '../../engine/handlers/handler.js';
import type { MailLook } from '../../mails/keyEmail.js';

/** The members of a request that change its mail's look. */
export type MailOptions = {
  readonly emailCustomization?:
    | {
        readonly appName?: string | undefined;
        readonly logoUrl?: string | undefined;
        readonly magicLinkTemplate?: string | undefined;
        readonly templateVariables?: string | undefined;
        readonly templateId?: string | undefined;
      }
    | undefined;
  readonly sendFromEmailAddress?: string | undefined;
  readonly sendFromEmailSenderName?: string | undefined;
  readonly replyToEmailAddress?: string | undefined;
  readonly language?: Language | undefined;
};

/** Whether it is a sub-organization's own user who asks, and not its parent. */
export const isOfSubOrganization = ({ organization, caller }: RequestedBy): boolean =>
  organization.parent_id !== null && !caller.fromParent;

/**
 * The look of a mail: the request's, with the configuration's as default. A sub-organization's own user gets only the configuration's,
 * since otherwise they could send any text in anybody's name.
 *
 * @throws {RefusedError} REQUEST_INVALID with the member at fault, CONTACT_INVALID
 */
export function lookOf(options: MailOptions, settings: AuthProxySettings, by: RequestedBy): MailLook {
  const own = membersOf(options);
  const configured = {
    ...settings.emailCustomizationParams,
    sendFromEmailAddress: settings.sendFromEmailAddress,
    sendFromEmailSenderName: settings.sendFromEmailSenderName,
    replyToEmailAddress: settings.replyToEmailAddress,
  };
  if (isOfSubOrganization(by)) refuseOwn(own, configured);
  const { logoUrl, magicLinkTemplate } = own;
  if (logoUrl && !isLogoUrl(logoUrl)) throw violation('logoUrl', 'must be an https URL');
  const fault = magicLinkTemplate && faultOfMagicLink(magicLinkTemplate, settings);
  if (fault) throw violation('magicLinkTemplate', fault);
  return {
    appName: own.appName || configured.appName,
    logoUrl: logoUrl || configured.logoUrl,
    magicLinkTemplate: magicLinkTemplate || configured.magicLinkTemplate,
    fromAddress: addressOf(own.sendFromEmailAddress || configured.sendFromEmailAddress),
    fromName: own.sendFromEmailSenderName || configured.sendFromEmailSenderName || undefined,
    replyTo: addressOf(own.replyToEmailAddress || configured.replyToEmailAddress),
    language: options.language,
  };
}

type Members = NonNullable<MailOptions['emailCustomization']> & Omit<MailOptions, 'emailCustomization' | 'language'>;

const membersOf = ({ emailCustomization, language: _language, ...sender }: MailOptions): Members => ({
  ...emailCustomization,
  sendFromEmailAddress: sender.sendFromEmailAddress,
  sendFromEmailSenderName: sender.sendFromEmailSenderName,
  replyToEmailAddress: sender.replyToEmailAddress,
});

/** Refuses members that differ from the configuration. @throws {RefusedError} REQUEST_INVALID */
export function refuseOwn<Own extends object>(own: Own, configured: { readonly [Name in keyof Own]?: unknown }): void {
  for (const [name, value] of Object.entries(own)) {
    if (value && value !== configured[name as keyof Own])
      throw violation(name, "is for the configuration to say, where a sub-organization's own user asks");
  }
}

const customization = ['appName', 'logoUrl', 'magicLinkTemplate', 'templateVariables', 'templateId'];

function violation(name: string, description: string): RefusedError {
  const inner = name === 'template' ? 'smsCustomization.' : customization.includes(name) ? 'emailCustomization.' : '';
  const field = `parameters.${inner}${name}`;
  return refused('REQUEST_INVALID', { fieldViolations: [{ field, description }] });
}

const addressOf = (typed: string | undefined): string | undefined => (typed ? canonicalEmail(typed) : undefined);
