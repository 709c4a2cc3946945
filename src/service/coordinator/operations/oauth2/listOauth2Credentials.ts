import type { listOauth2Credentials } from '../../../../contract/oauth2.queries.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { oauth2CredentialsOf, writeOauth2Credential } from '../../records/oauth2.js';

/** All of them. */
export const answerListOauth2Credentials: AnswerQuery<typeof listOauth2Credentials> = async (
  { organizationId },
  { db },
) => ({ oauth2Credentials: (await oauth2CredentialsOf(db, organizationId)).map(writeOauth2Credential) });
