import { createOauth2CredentialHandler } from './createOauth2Credential.js';
import { deleteOauth2CredentialHandler } from './deleteOauth2Credential.js';
import { answerGetOauth2Credential } from './getOauth2Credential.js';
import { answerListOauth2Credentials } from './listOauth2Credentials.js';
import { oauth2AuthenticateHandler } from './oauth2Authenticate.js';
import { updateOauth2CredentialHandler } from './updateOauth2Credential.js';
export const oauth2Handlers = {
  oauth2Authenticate: oauth2AuthenticateHandler,
  createOauth2Credential: createOauth2CredentialHandler,
  updateOauth2Credential: updateOauth2CredentialHandler,
  deleteOauth2Credential: deleteOauth2CredentialHandler,
};

export const oauth2Answers = {
  getOauth2Credential: answerGetOauth2Credential,
  listOauth2Credentials: answerListOauth2Credentials,
};
