import { createSubOrganization } from '../../../contract/organizations.js';
import type { proxySignup } from '../../../contract/proxy.js';
import { refused } from '../../../contract/refusals.js';
import { readRegistration } from '../../configuration/passkeyRegistration.js';
import { passkeyRules } from '../../configuration/passkeyRules.js';
import { forwardActivity } from '../forward.js';
import type { AnswerProxy } from '../proxyCall.js';

/** One root user, threshold 1, in the version of the intent that takes what this call takes. @see Wire facts 1.3 */
export const answerSignup: AnswerProxy<typeof proxySignup> = async (request, call) => {
  const { userTag, userName, organizationName, userEmail, userPhoneNumber, wallet, ...proofs } = request;
  const { apiKeys, authenticators, oauthProviders, verificationToken, clientSignature } = proofs;
  // Here already: what the coordinator refuses it records, and these may be as large as a body.
  if (authenticators.length > 0 && !call.settings.allowedAuthMethods.includes('passkey'))
    throw refused('METHOD_NOT_ENABLED');
  for (const passkey of authenticators) await readRegistration(passkey, passkeyRules(call.settings, 'any'));
  const nowMs = call.clock();
  const answer = await forwardActivity(call, createSubOrganization, 'V7', {
    organizationId: call.configuration.organization_id,
    parameters: {
      subOrganizationName: organizationName ?? `sub-org-${nowMs}`,
      rootUsers: [
        {
          userName: userName ?? (userEmail || `user-${nowMs}`),
          userEmail,
          userPhoneNumber,
          userTag,
          apiKeys,
          authenticators,
          oauthProviders,
        },
      ],
      rootQuorumThreshold: 1,
      wallet,
      verificationToken,
      clientSignature,
    },
  });
  return {
    organizationId: answer.subOrganizationId,
    userId: answer.rootUserIds?.[0] ?? '',
    ...(answer.wallet && { wallet: answer.wallet }),
  };
};
