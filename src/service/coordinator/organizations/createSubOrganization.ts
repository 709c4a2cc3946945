import type { createSubOrganization } from '../../../contract/organizations.js';
import type { FeatureName } from '../../../contract/organizations.records.js';
import type { AnswerOf } from '../../../contract/row.js';
import type { ApiKeyParams } from '../../../contract/shapes.js';
import { newId } from '../../tools.js';
import type { KeyProof } from '../caller/keyProof.js';
import type { ShownToken } from '../otp/records.js';
import { clientAddressHash } from '../pipeline/clientAddressHash.js';
import { whoDerives } from '../pipeline/derivationLimit.js';
import {
  type ActivityHandler,
  again,
  type Execution,
  type ParametersOf,
  PreparedOtherwise,
} from '../pipeline/execution.js';
import { addContact, claimedContacts, contactKindOf } from '../users/contacts.js';
import { prepareWallet } from '../wallets/preparedWallet.js';
import { checkNewWallet, keepWallet, type PreparedWallet } from '../wallets/records.js';
import { checkRootUsers, makeOrganization, type NewRootUser } from './makeOrganization.js';
import { lookAtSignup } from './signup.js';

/** The wallet of an organization that is yet to be made; nothing where none is asked for, or none will be made. */
type Prepared = { readonly organizationId: string; readonly wallet: PreparedWallet } | undefined;

/**
 * Makes a sub-organization. With a verification token it makes at most one: the same token, and through the proxy the same
 * verified contact, gets the one that is there.
 */
export const createSubOrganizationHandler: ActivityHandler<typeof createSubOrganization, Prepared> = {
  async prepare({ parameters, caller, organization }, { read, tools, nowMs, clientAddress }) {
    const { wallet } = parameters;
    if (!wallet) return undefined;
    const signup = { tools, organization, caller, clientAddress, nowMs };
    const { existing } = await read((db) => lookAtSignup({ ...signup, db }, parameters));
    if (existing) return undefined;
    checkRootUsers(parameters);
    checkNewWallet(wallet);
    tools.takeDerivations(whoDerives(organization, caller, clientAddress), wallet.accounts.length);
    const organizationId = newId(tools.random);
    return { organizationId, wallet: await prepareWallet(tools, { organizationId, nowMs }, wallet) };
  },

  async execute({ parameters, prepared }, execution) {
    const { token, existing } = await lookAtSignup({ ...execution, db: execution.transaction }, parameters);
    if (token) execution.about(token.contact);
    if (token && existing) {
      if (token.signed_up_answer === null) return noted(execution, token, existing);
      return again(execution, token.signed_up_activity_id, existing);
    }
    if (parameters.wallet && !prepared) throw new PreparedOtherwise();
    const answer = await make(execution, parameters, token, prepared);
    return token ? noted(execution, token, answer) : answer;
  },
};

type Parameters = ParametersOf<typeof createSubOrganization>;
type Answer = AnswerOf<typeof createSubOrganization>;
type RootUser = Parameters['rootUsers'][number];

async function make(
  execution: Execution,
  parameters: Parameters,
  token: ShownToken | undefined,
  prepared: Prepared,
): Promise<Answer> {
  const { tools, transaction, organization, caller, clientAddress, nowMs } = execution;
  const parentId = organization.organization_id;
  const rootUsers = parameters.rootUsers.map((user, index) => newUser(user, index === 0 ? token : undefined));
  const { organizationId, userIds } = await makeOrganization(tools, transaction, {
    organizationId: prepared?.organizationId,
    parentId,
    name: parameters.subOrganizationName,
    rootUsers,
    rootQuorumThreshold: parameters.rootQuorumThreshold,
    removedFeatures: removedIn(parameters),
    keyProof: caller.user.is_proxy ? proofAtSignup(parameters, token) : 'given by the parent',
    requester: caller.user.is_proxy ? await clientAddressHash(tools, parentId, clientAddress) : null,
    nowMs,
  });
  const [userId] = userIds;
  if (token && userId !== undefined) {
    const contact = { parentId, kind: contactKindOf(token.otp_type), contact: token.contact };
    await addContact(transaction, contact, { organizationId, userId, throughProxy: caller.user.is_proxy === 1 });
  }
  const wallet = prepared && (await keepWallet(transaction, prepared.wallet));
  return { subOrganizationId: organizationId, rootUserIds: userIds, ...(wallet && { wallet }) };
}

/** What the request switches off. */
const removedIn = (parameters: Parameters): FeatureName[] =>
  Object.entries({
    FEATURE_NAME_EMAIL_RECOVERY: parameters.disableEmailRecovery,
    FEATURE_NAME_EMAIL_AUTH: parameters.disableEmailAuth,
    FEATURE_NAME_SMS_AUTH: parameters.disableSmsAuth,
    FEATURE_NAME_OTP_EMAIL_AUTH: parameters.disableOtpEmailAuth,
  } satisfies Partial<Record<FeatureName, boolean | undefined>>).flatMap(([name, isOff]) =>
    isOff ? [name as FeatureName] : [],
  );

/**
 * The proxy passes on what a stranger says of a key. One key, no contact and nothing else: then nobody else ever gets in. Beside a
 * passkey the public clients bring one that ends within a minute, made for this sign-up, and stamp their login with it under the
 * parent's name: a key that nobody can have heard of before. Wallets' keys, which everybody may know, are of other curves.
 *
 * @see Wire facts 1.2, passkey sign-up
 */
function proofAtSignup({ rootUsers }: Parameters, token: ShownToken | undefined): KeyProof {
  const keys = rootUsers.flatMap(({ apiKeys = [] }) => apiKeys);
  const hasPasskey = rootUsers.some(({ authenticators = [] }) => authenticators.length > 0);
  const [key] = keys;
  if (token || !key || rootUsers.length > 1 || keys.length > 1) return 'awaits a stamp';
  return !hasPasskey || isForSignup(key) ? 'awaits a stamp, alone' : 'awaits a stamp';
}

const isForSignup = ({ curveType, expirationSeconds }: ApiKeyParams): boolean =>
  curveType === 'API_KEY_CURVE_P256' && expirationSeconds !== undefined && Number(expirationSeconds) <= 60;

/** The token's contact is the user's, verified, whether or not the request repeats it; any other is claimed only. */
function newUser(user: RootUser, token: ShownToken | undefined): NewRootUser {
  const claimed = claimedContacts(user);
  const kind = token && contactKindOf(token.otp_type);
  const email = kind === 'EMAIL' ? token?.contact : claimed.email;
  const phoneNumber = kind === 'PHONE_NUMBER' ? token?.contact : claimed.phoneNumber;
  const { userName, userTag, apiKeys = [], authenticators } = user;
  const verified = { email: kind === 'EMAIL', phoneNumber: kind === 'PHONE_NUMBER' };
  return { userName, userTag, apiKeys, authenticators, email, phoneNumber, verified };
}

/** The answer, which the same token gets from now on. */
async function noted({ transaction, activityId }: Execution, token: ShownToken, answer: Answer): Promise<Answer> {
  await transaction
    .updateTable('verification_tokens')
    .set({
      signed_up_organization_id: answer.subOrganizationId,
      signed_up_answer: JSON.stringify(answer),
      signed_up_activity_id: activityId,
    })
    .where('organization_id', '=', token.organization_id)
    .where('token_id', '=', token.token_id)
    .execute();
  return answer;
}
