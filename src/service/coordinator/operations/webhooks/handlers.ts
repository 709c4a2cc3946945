import { createWebhookEndpointHandler } from './createWebhookEndpoint.js';
import { deleteWebhookEndpointHandler } from './deleteWebhookEndpoint.js';
import { answerListWebhookDeliveries } from './listWebhookDeliveries.js';
import { answerListWebhookEndpoints } from './listWebhookEndpoints.js';
import { updateWebhookEndpointHandler } from './updateWebhookEndpoint.js';

export const webhooksHandlers = {
  createWebhookEndpoint: createWebhookEndpointHandler,
  updateWebhookEndpoint: updateWebhookEndpointHandler,
  deleteWebhookEndpoint: deleteWebhookEndpointHandler,
};

export const webhooksAnswers = {
  listWebhookEndpoints: answerListWebhookEndpoints,
  listWebhookDeliveries: answerListWebhookDeliveries,
};
