import * as v from 'valibot';
import { getEmailTemplate, listEmailTemplates } from './emailTemplates.queries.js';
import {
  emailTemplateKind,
  emailTemplateName,
  emailTemplateTexts,
  emailTemplateVariables,
} from './emailTemplates.records.js';
import { expectedRevision, uuid } from './fields.js';
import { activity } from './row.js';

const emailTemplateResult = v.object({ emailTemplateId: v.string() });

const createEmailTemplateParameters = v.strictObject({
  name: emailTemplateName,
  kind: emailTemplateKind,
  variables: v.optional(emailTemplateVariables),
  texts: emailTemplateTexts,
});
export interface CreateEmailTemplateParameters extends v.InferInput<typeof createEmailTemplateParameters> {}
export interface CreateEmailTemplateResult extends v.InferOutput<typeof emailTemplateResult> {}

/**
 * Creates a template for the mails that carry codes or links. Requests name it by `templateId`, the auth proxy's configuration by
 * `otpTemplateId`, `emailAuthTemplateId` and `emailCustomizationParams.templateId`.
 *
 * @remarks `{{name}}` is a placeholder for `appName`, `contact`, `expiresInMinutes` or `requestedAt`; in mails of codes for `code`, which
 * the template must contain, and `link`; in mails of links for `link`, which the template must contain, and `bundle`, the same as text to
 * paste; and for each of `variables`, whose values come in `templateVariables`. Values are escaped for where they stand. In HTML a
 * placeholder may stand in text, in `alt`, `title` or `aria-label`, or be a whole `href` or `src`: there only `link` (not in `src`) or a
 * variable that is an https URL. HTML must be strict: known elements, all closed, quoted values, no scripts, forms, frames or event
 * handlers, links only https or mailto, images only https. Comments are removed. Below every mail the service adds what it is for,
 * when it was requested and what to do if it was not you. An organization can have 50 templates.
 * @param texts - at most one per language, `en` by default; the first is used for all other languages.
 * @throws EMAIL_TEMPLATES_NOT_HERE, EMAIL_TEMPLATE_INVALID with each faulty part, line and column; NAME_TAKEN, LIMIT_REACHED
 * @see A row of our own
 */
export const createEmailTemplate = activity({
  name: 'create_email_template',
  versions: {
    V1: {
      parameters: createEmailTemplateParameters as v.GenericSchema<CreateEmailTemplateParameters>,
      result: emailTemplateResult as v.GenericSchema<CreateEmailTemplateResult>,
    },
  },
  newest: 'V1',
  resource: 'EMAIL_TEMPLATE',
  action: 'CREATE',
  right: 'root quorum',
  changes: [listEmailTemplates],
  refusals: ['EMAIL_TEMPLATES_NOT_HERE', 'EMAIL_TEMPLATE_INVALID', 'NAME_TAKEN', 'LIMIT_REACHED'],
});

const updateEmailTemplateParameters = v.strictObject({
  emailTemplateId: uuid,
  name: v.optional(emailTemplateName),
  variables: v.optional(emailTemplateVariables),
  texts: v.optional(emailTemplateTexts),
  expectedRevision,
});
export interface UpdateEmailTemplateParameters extends v.InferInput<typeof updateEmailTemplateParameters> {}
export interface UpdateEmailTemplateResult extends v.InferOutput<typeof emailTemplateResult> {}

/**
 * Changes the given members of an e-mail template; `texts` is replaced as a whole. Mails that are already queued do not change.
 *
 * @param expectedRevision - the template's `revision` that the change was made from. If a member that the change gives was changed since
 * then, nothing is changed, and the refusal's `fieldViolations` have what these members say now, cut off after 1,024 characters. It is
 * checked when the change is submitted, and again when others have approved it.
 * @throws EMAIL_TEMPLATE_NOT_FOUND, EMAIL_TEMPLATE_CHANGED, EMAIL_TEMPLATE_INVALID, NAME_TAKEN; EMAIL_TEMPLATE_UNFIT if the auth proxy's configuration names the
 * template, but lacks a value that it would show, or would make the mail too long
 * @see A row of our own
 */
export const updateEmailTemplate = activity({
  name: 'update_email_template',
  versions: {
    V1: {
      parameters: updateEmailTemplateParameters as v.GenericSchema<UpdateEmailTemplateParameters>,
      result: emailTemplateResult as v.GenericSchema<UpdateEmailTemplateResult>,
    },
  },
  newest: 'V1',
  resource: 'EMAIL_TEMPLATE',
  action: 'UPDATE',
  right: 'root quorum',
  changes: [listEmailTemplates, getEmailTemplate],
  refusals: [
    'EMAIL_TEMPLATE_NOT_FOUND',
    'EMAIL_TEMPLATE_CHANGED',
    'EMAIL_TEMPLATE_INVALID',
    'NAME_TAKEN',
    'EMAIL_TEMPLATE_UNFIT',
  ],
  unrecorded: { EMAIL_TEMPLATE_CHANGED: 'always' },
});

const deleteEmailTemplateParameters = v.strictObject({ emailTemplateId: uuid });
export interface DeleteEmailTemplateParameters extends v.InferInput<typeof deleteEmailTemplateParameters> {}
export interface DeleteEmailTemplateResult extends v.InferOutput<typeof emailTemplateResult> {}

/**
 * Deletes an e-mail template. Mails that are already queued do not change.
 *
 * @throws EMAIL_TEMPLATE_NOT_FOUND, EMAIL_TEMPLATE_IN_USE
 * @see A row of our own
 */
export const deleteEmailTemplate = activity({
  name: 'delete_email_template',
  versions: {
    V1: {
      parameters: deleteEmailTemplateParameters as v.GenericSchema<DeleteEmailTemplateParameters>,
      result: emailTemplateResult as v.GenericSchema<DeleteEmailTemplateResult>,
    },
  },
  newest: 'V1',
  resource: 'EMAIL_TEMPLATE',
  action: 'DELETE',
  right: 'root quorum',
  changes: [listEmailTemplates, getEmailTemplate],
  refusals: ['EMAIL_TEMPLATE_NOT_FOUND', 'EMAIL_TEMPLATE_IN_USE'],
});
