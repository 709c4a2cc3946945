import { createSubOrganization } from '../../../contract/organizations.js';
import type { ProxySignupResponse, proxySignup } from '../../../contract/proxy.js';
import type { proxySignupV2 } from '../../../contract/proxyV2.js';
import { refused } from '../../../contract/refusals.js';
import type { AnswerOf, RowRequest } from '../../../contract/row.js';
import { readRegistration } from '../../configuration/passkeyRegistration.js';
import { passkeyRules } from '../../configuration/passkeyRules.js';
import { forwardWhole } from '../forward.js';
import type { AnswerProxy, ProxyCall } from '../proxyCall.js';

/** In the version of the intent that takes what this call takes. @see docs/wire.md 1.3 */
export const answerSignup: AnswerProxy<typeof proxySignup> = async (request, call) =>
  answered(await forwardWhole(call, createSubOrganization, 'V7', await parametersOf(request, call), tagOf(request)));

/** {@link answerSignup}, for what the newer version takes. */
export const answerSignupV2: AnswerProxy<typeof proxySignupV2> = async (request, call) =>
  answered(await forwardWhole(call, createSubOrganization, 'V8', await parametersOf(request, call), tagOf(request)));

/** No intent has a member for it, so that it goes beside the request. @see docs/wire.md 1.3 */
const tagOf = ({ userTag }: { readonly userTag?: string | undefined }) => ({ userTag });

type Request<Provider> = Omit<RowRequest<typeof proxySignup>, 'oauthProviders'> & {
  readonly oauthProviders: Provider[];
};

/** One root user, threshold 1. @throws {RefusedError} METHOD_NOT_ENABLED, PASSKEY_INVALID */
async function parametersOf<Provider>(request: Request<Provider>, call: ProxyCall) {
  const { userName, organizationName, userEmail, userPhoneNumber, wallet, ...proofs } = request;
  const { apiKeys, authenticators, oauthProviders, verificationToken, clientSignature } = proofs;
  // Here already: what the coordinator refuses it records, and these may be as large as a body.
  const { allowedAuthMethods } = call.settings;
  const hasProof = verificationToken !== undefined || oauthProviders.length > 0 || authenticators.length > 0;
  if (authenticators.length > 0 && !allowedAuthMethods.includes('passkey')) throw refused('METHOD_NOT_ENABLED');
  if (apiKeys.length > 0 && !hasProof && !allowedAuthMethods.includes('wallet')) throw refused('METHOD_NOT_ENABLED');
  for (const passkey of authenticators) await readRegistration(passkey, passkeyRules(call.settings, 'any'));
  const nowMs = call.clock();
  const calledBy = userName ?? (userEmail || authenticators[0]?.authenticatorName || `user-${nowMs}`);
  const rootUser = { userName: calledBy, userEmail, userPhoneNumber };
  return {
    organizationId: call.configuration.organization_id,
    generateAppProofs: request.generateAppProofs,
    parameters: {
      subOrganizationName: organizationName ?? `sub-org-${nowMs}`,
      rootUsers: [{ ...rootUser, apiKeys, authenticators, oauthProviders }],
      rootQuorumThreshold: 1,
      wallet,
      verificationToken,
      clientSignature,
    },
  };
}

const answered = ({ result, appProofs }: Answer): ProxySignupResponse => ({
  organizationId: result.subOrganizationId,
  userId: result.rootUserIds?.[0] ?? '',
  ...(result.wallet && { wallet: result.wallet }),
  ...(appProofs && { appProofs }),
});

type Answer = {
  readonly result: AnswerOf<typeof createSubOrganization>;
  readonly appProofs: ProxySignupResponse['appProofs'];
};
