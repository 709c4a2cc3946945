import * as v from 'valibot';
import {
  type EmailTemplate,
  type EmailTemplateSummary,
  emailTemplate,
  emailTemplateSummary,
} from './emailTemplates.records.js';
import { uuid } from './fields.js';
import { query } from './row.js';

const getEmailTemplateRequest = v.strictObject({ organizationId: uuid, emailTemplateId: uuid });
const getEmailTemplateResponse = v.object({
  emailTemplate: emailTemplate as v.GenericSchema<unknown, EmailTemplate>,
});
export interface GetEmailTemplateRequest extends v.InferInput<typeof getEmailTemplateRequest> {}
export interface GetEmailTemplateResponse extends v.InferOutput<typeof getEmailTemplateResponse> {}

/**
 * An e-mail template by id, with all that it says.
 *
 * @throws EMAIL_TEMPLATE_NOT_FOUND
 * @see A row of our own
 */
export const getEmailTemplate = query({
  name: 'get_email_template',
  request: getEmailTemplateRequest as v.GenericSchema<GetEmailTemplateRequest>,
  response: getEmailTemplateResponse as v.GenericSchema<GetEmailTemplateResponse>,
  refusals: ['EMAIL_TEMPLATE_NOT_FOUND'],
});

const listEmailTemplatesRequest = v.strictObject({ organizationId: uuid });
const listEmailTemplatesResponse = v.object({
  emailTemplates: v.array(emailTemplateSummary as v.GenericSchema<unknown, EmailTemplateSummary>),
});
export interface ListEmailTemplatesRequest extends v.InferInput<typeof listEmailTemplatesRequest> {}
export interface ListEmailTemplatesResponse extends v.InferOutput<typeof listEmailTemplatesResponse> {}

/**
 * The e-mail templates of an organization, oldest first, without what they say.
 *
 * @see A row of our own
 */
export const listEmailTemplates = query({
  name: 'list_email_templates',
  request: listEmailTemplatesRequest as v.GenericSchema<ListEmailTemplatesRequest>,
  response: listEmailTemplatesResponse as v.GenericSchema<ListEmailTemplatesResponse>,
  refusals: [],
});
