import { createInvitationsHandler } from './createInvitations.js';
import { deleteInvitationHandler } from './deleteInvitation.js';
import { answerListInvitations } from './listInvitations.js';

export const invitationsHandlers = {
  createInvitations: createInvitationsHandler,
  deleteInvitation: deleteInvitationHandler,
};

export const invitationsAnswers = {
  listInvitations: answerListInvitations,
};
