import * as v from 'valibot';
import { distinct, label, language, timestamp } from './fields.js';

/** What a template is for: codes (`init_otp`, `init_otp_auth`), links of `email_auth`, links of `init_user_email_recovery`. */
const emailTemplateKinds = [
  'EMAIL_TEMPLATE_KIND_CODE',
  'EMAIL_TEMPLATE_KIND_LOGIN_LINK',
  'EMAIL_TEMPLATE_KIND_RECOVERY_LINK',
] as const;
export type EmailTemplateKind = (typeof emailTemplateKinds)[number];

export const emailTemplateKind = v.picklist(emailTemplateKinds, 'must be a kind of e-mail template');
export const emailTemplateName = label;

/* @__NO_SIDE_EFFECTS__ */
const part = (most: number) =>
  v.pipe(v.string(), v.minLength(1, 'must not be empty'), v.maxLength(most, `must have at most ${most} characters`));

/** What a mail says in one language: each part with `{{name}}` where something is to stand. */
const emailTemplateText = v.strictObject({
  language: v.optional(language),
  subject: part(255),
  text: part(16_384),
  html: part(65_536),
});
export interface EmailTemplateText extends v.InferInput<typeof emailTemplateText> {}

/** The first is sent to whoever asks for a language that is none of them. */
export const emailTemplateTexts = v.pipe(
  v.array(emailTemplateText as v.GenericSchema<EmailTemplateText>),
  v.minLength(1, 'must not be empty'),
  v.maxLength(8, 'must be at most 8'),
  v.check(
    (texts) => new Set(texts.map((each) => each.language ?? 'en')).size === texts.length,
    'must hold each language once',
  ),
  v.check(
    (texts) => texts.reduce((sum, { text, html }) => sum + text.length + html.length, 0) <= 262_144,
    'must have at most 262144 characters together',
  ),
);

/** The names that `templateVariables` is to give. */
export const emailTemplateVariables = distinct(
  v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'must be a name of letters and digits'))),
    v.maxLength(50, 'must be at most 50'),
  ),
);

const emailTemplateMembers = {
  organizationId: v.string(),
  emailTemplateId: v.string(),
  name: v.string(),
  kind: v.picklist(emailTemplateKinds),
  variables: v.array(v.string()),
  createdAt: timestamp,
  updatedAt: timestamp,
};

/** A template without what it says. `languages`: those that it is written in, the first for all others. */
export const emailTemplateSummary = v.object({ ...emailTemplateMembers, languages: v.array(v.string()) });
export interface EmailTemplateSummary extends v.InferOutput<typeof emailTemplateSummary> {}

/** A template. `revision` changes with each change of it. */
export const emailTemplate = v.object({
  ...emailTemplateMembers,
  revision: v.optional(v.string()),
  texts: v.array(v.object({ language, subject: v.string(), text: v.string(), html: v.string() })),
});
export interface EmailTemplate extends v.InferOutput<typeof emailTemplate> {}
