import type { getOauth2Credential } from '../../../../contract/oauth2.queries.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { oauth2CredentialBy, writeOauth2Credential } from '../../records/oauth2.js';

/** One of them. */
export const answerGetOauth2Credential: AnswerQuery<typeof getOauth2Credential> = async (
  { organizationId, oauth2CredentialId },
  { db },
) => ({ oauth2Credential: writeOauth2Credential(await oauth2CredentialBy(db, organizationId, oauth2CredentialId)) });
