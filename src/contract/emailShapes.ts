import * as v from 'valibot';
import { headerLabel, text } from './fields.js';

/**
 * How an e-mail looks. `logoUrl`: a PNG, shown within 340 × 124 pixels. `magicLinkTemplate`: an https URL with `%s` once, which is replaced
 * by the code or key that the mail carries.
 *
 * @see Specification 4.4
 */
const customizationMembers = {
  logoUrl: v.optional(text),
  magicLinkTemplate: v.optional(text),
  templateVariables: v.optional(text),
  templateId: v.optional(text),
};

/** For versions that require the app's name. */
export const emailCustomization = v.strictObject({ appName: headerLabel, ...customizationMembers });

/** For messages that take the app's name elsewhere. */
export const codeEmailCustomization = v.strictObject(customizationMembers);

/** For the older versions, in which the app's name is optional. */
export const olderEmailCustomization = v.strictObject({ appName: v.optional(headerLabel), ...customizationMembers });

/** The sender of an e-mail, and the address that answers go to. */
export const emailSender = {
  sendFromEmailAddress: v.optional(text),
  sendFromEmailSenderName: v.optional(v.union([v.literal(''), headerLabel])),
  replyToEmailAddress: v.optional(text),
};
