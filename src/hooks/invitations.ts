'use client';
import { createInvitations, deleteInvitation } from '../contract/invitations.js';
import { listInvitations } from '../contract/invitations.queries.js';
import { activityHook, queryHook } from './rowHooks.js';

/** The invitations of the organization, newest first. {@link listInvitations} */
export const useListInvitations = queryHook('useListInvitations', listInvitations);
/** Invites people to the organization. {@link createInvitations} */
export const useCreateInvitations = activityHook('useCreateInvitations', createInvitations);
/** Withdraws a pending invitation. {@link deleteInvitation} */
export const useDeleteInvitation = activityHook('useDeleteInvitation', deleteInvitation);
