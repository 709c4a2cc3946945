'use client';
import { sendTestMessage } from '../contract/messages.js';
import { listMessages, previewEmailTemplate } from '../contract/messages.queries.js';
import { activityHook, queryHook } from './rowHooks.js';

/** What was sent in the last seven days. {@link listMessages} */
export const useListMessages = queryHook('useListMessages', listMessages);
/** The mail that a template makes. {@link previewEmailTemplate} */
export const usePreviewEmailTemplate = queryHook('usePreviewEmailTemplate', previewEmailTemplate);
/** Sends a test to one's own contact. {@link sendTestMessage} */
export const useSendTestMessage = activityHook('useSendTestMessage', sendTestMessage);
