import { createEmailTemplateHandler } from './createEmailTemplate.js';
import { deleteEmailTemplateHandler } from './deleteEmailTemplate.js';
import { answerGetEmailTemplate } from './getEmailTemplate.js';
import { answerListEmailTemplates } from './listEmailTemplates.js';
import { updateEmailTemplateHandler } from './updateEmailTemplate.js';

export const emailTemplatesHandlers = {
  createEmailTemplate: createEmailTemplateHandler,
  updateEmailTemplate: updateEmailTemplateHandler,
  deleteEmailTemplate: deleteEmailTemplateHandler,
};

export const emailTemplatesAnswers = {
  getEmailTemplate: answerGetEmailTemplate,
  listEmailTemplates: answerListEmailTemplates,
};
