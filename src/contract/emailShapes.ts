import * as v from 'valibot';
import { headerLabel, text } from './fields.js';

/**
 * How an e-mail looks. `logoUrl`: of a PNG, shown within 340 × 124 pixels. `magicLinkTemplate`: an https URL with `%s` once, in the
 * place of what the mail carries.
 *
 * @see Specification 4.4
 */
const customizationMembers = {
  logoUrl: v.optional(text),
  magicLinkTemplate: v.optional(text),
  templateVariables: v.optional(text),
  templateId: v.optional(text),
};

/** Of the versions that ask for the app's name. */
export const emailCustomization = v.strictObject({ appName: headerLabel, ...customizationMembers });

/** Of messages that name the app elsewhere. */
export const codeEmailCustomization = v.strictObject(customizationMembers);

/** Of the older versions. */
export const olderEmailCustomization = v.strictObject({ appName: v.optional(headerLabel), ...customizationMembers });

/** Who sends an e-mail, and who answers to it are written to. */
export const emailSender = {
  sendFromEmailAddress: v.optional(text),
  sendFromEmailSenderName: v.optional(v.union([v.literal(''), headerLabel])),
  replyToEmailAddress: v.optional(text),
};
