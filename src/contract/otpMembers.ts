import * as v from 'valibot';
import { contact, language, text } from './fields.js';
import { otpType } from './shapes.js';

/** The members that every version of a code request takes. */
export const otpInitMembers = {
  otpType,
  contact,
  emailCustomization: v.optional(v.strictObject({ templateId: v.optional(text) })),
  deviceToken: v.optional(v.pipe(v.string(), v.maxLength(256))),
  language: v.optional(language),
};
