import { answerListMessages } from './listMessages.js';
import { answerPreviewEmailTemplate } from './previewEmailTemplate.js';
import { sendTestMessageHandler } from './sendTestMessage.js';

export const messagesHandlers = { sendTestMessage: sendTestMessageHandler };

export const messagesAnswers = {
  listMessages: answerListMessages,
  previewEmailTemplate: answerPreviewEmailTemplate,
};
