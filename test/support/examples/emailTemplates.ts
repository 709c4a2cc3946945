import type * as emailTemplates from '../../../src/contract/emailTemplates.js';
import { createEmailTemplate } from '../../../src/contract/emailTemplates.js';
import type * as queries from '../../../src/contract/emailTemplates.queries.js';
import { type ListEmailTemplatesResponse, listEmailTemplates } from '../../../src/contract/emailTemplates.queries.js';
import { absentId } from '../parties.js';
import { ask } from '../wire.js';
import { type Examples, unique } from './example.js';
import type { Maker } from './resources.js';

const ofCodes = () => ({
  name: unique('Template'),
  kind: 'EMAIL_TEMPLATE_KIND_CODE' as const,
  texts: [{ subject: '{{code}} for {{appName}}', text: 'Your code: {{code}}', html: '<p>Your code: {{code}}</p>' }],
});

export const emailTemplateResources = {
  /** A sub-organization has none. */
  emailTemplateId: {
    absent: absentId,
    make: async ({ test, root, parentId, done }: Maker) => {
      if (parentId !== null) return absentId;
      const list = await ask<ListEmailTemplatesResponse>(test, root.key, listEmailTemplates, {
        organizationId: root.organizationId,
      });
      // Returns an earlier one that was not deleted, because an organization has fifty at most.
      const last = list.emailTemplates.slice(3).at(-1);
      return (last ?? (await done(createEmailTemplate, ofCodes()))).emailTemplateId;
    },
  },
};

const named = { inSub: 'EMAIL_TEMPLATE_NOT_FOUND', ofForeign: 'EMAIL_TEMPLATE_NOT_FOUND' } as const;

export const emailTemplateExamples: Examples<typeof emailTemplates & typeof queries> = {
  createEmailTemplate: { request: ofCodes, inSub: 'EMAIL_TEMPLATES_NOT_HERE' },
  updateEmailTemplate: {
    request: ({ emailTemplateId }) => ({ emailTemplateId, name: unique('Renamed') }),
    ...named,
  },
  deleteEmailTemplate: {
    request: async ({ spare }) => ({ emailTemplateId: await spare('emailTemplateId') }),
    ...named,
  },
  getEmailTemplate: { request: ({ emailTemplateId }) => ({ emailTemplateId }), ...named },
  listEmailTemplates: { request: () => ({}) },
};
