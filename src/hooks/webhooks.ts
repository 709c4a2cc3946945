'use client';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  resendWebhookDelivery,
  updateWebhookEndpoint,
} from '../contract/webhooks.js';
import { listWebhookDeliveries, listWebhookEndpoints } from '../contract/webhooks.queries.js';
import { activityHook, queryHook } from './rowHooks.js';

/** The webhook endpoints of the organization. {@link listWebhookEndpoints} */
export const useListWebhookEndpoints = queryHook('useListWebhookEndpoints', listWebhookEndpoints);
/** The deliveries to a webhook endpoint. {@link listWebhookDeliveries} */
export const useListWebhookDeliveries = queryHook('useListWebhookDeliveries', listWebhookDeliveries);
/** Creates a webhook endpoint. {@link createWebhookEndpoint} */
export const useCreateWebhookEndpoint = activityHook('useCreateWebhookEndpoint', createWebhookEndpoint);
/** Changes a webhook endpoint. {@link updateWebhookEndpoint} */
export const useUpdateWebhookEndpoint = activityHook('useUpdateWebhookEndpoint', updateWebhookEndpoint);
/** Deletes a webhook endpoint. {@link deleteWebhookEndpoint} */
export const useDeleteWebhookEndpoint = activityHook('useDeleteWebhookEndpoint', deleteWebhookEndpoint);
/** Sends a delivery to a webhook endpoint again. {@link resendWebhookDelivery} */
export const useResendWebhookDelivery = activityHook('useResendWebhookDelivery', resendWebhookDelivery);
