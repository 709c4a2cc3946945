'use client';
import { createEmailTemplate, deleteEmailTemplate, updateEmailTemplate } from '../contract/emailTemplates.js';
import { getEmailTemplate, listEmailTemplates } from '../contract/emailTemplates.queries.js';
import { activityHook, queryHook } from './rowHooks.js';

/** An e-mail template by id. {@link getEmailTemplate} */
export const useGetEmailTemplate = queryHook('useGetEmailTemplate', getEmailTemplate);
/** The e-mail templates of the organization. {@link listEmailTemplates} */
export const useListEmailTemplates = queryHook('useListEmailTemplates', listEmailTemplates);
/** Makes an e-mail template. {@link createEmailTemplate} */
export const useCreateEmailTemplate = activityHook('useCreateEmailTemplate', createEmailTemplate);
/** Changes an e-mail template. {@link updateEmailTemplate} */
export const useUpdateEmailTemplate = activityHook('useUpdateEmailTemplate', updateEmailTemplate);
/** Deletes an e-mail template. {@link deleteEmailTemplate} */
export const useDeleteEmailTemplate = activityHook('useDeleteEmailTemplate', deleteEmailTemplate);
