import * as v from 'valibot';
import { holdsEncodedWord } from './encodedWord.js';
import { label, text } from './fields.js';

/** A {@link label} for an e-mail header: no encoded word, which a mail program would show as another name. @see RFC 2047 */
export const headerLabel = v.pipe(
  label,
  v.check((text) => !holdsEncodedWord(text), 'must not hold an encoded word'),
);

/**
 * How an e-mail looks. `logoUrl`: a PNG, shown within 340 × 124 pixels. `magicLinkTemplate`: an https URL with `%s` once, which is replaced
 * by the code or key that the mail carries.
 *
 * @see docs/wire.md S4.4
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
