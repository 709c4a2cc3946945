import { contactKindOf } from '../../../../contract/contact.js';
import type { createSubOrganization } from '../../../../contract/organizations.js';
import type { FeatureName } from '../../../../contract/organizations.records.js';
import type { AnswerOf } from '../../../../contract/row.js';
import type { ApiKeyParams } from '../../../../contract/shapes.js';
import type { ShownToken } from '../../../configuration/shownToken.js';
import { derivationCounter } from '../../../limits/derivations.js';
import { ChangedMeanwhile } from '../../../store/changedMeanwhile.js';
import type { KeyProof } from '../../callers/keyProof.js';
import type { ActivityHandler, Execution, ParametersOf } from '../../engine/handlers/handler.js';
import { about, again, done, type Outcome } from '../../engine/handlers/outcome.js';
import { derivedAccount, prepareWallet } from '../../preparedKeys/preparedWallet.js';
import { providersOfEach } from '../../providers/provedProviders.js';
import { addContact, claimedContacts } from '../../records/contacts.js';
import { checkKeys } from '../../records/credentials.js';
import type { NewUser } from '../../records/newUser.js';
import { methodOfCode } from '../../records/statistics.js';
import { checkNewWallet, keepWallet, type PreparedWallet } from '../../records/wallets.js';
import { clientAddressHash } from './clientAddressHash.js';
import { checkRootUsers, makeOrganization } from './makeOrganization.js';
import { type Identities, keepSignup, lookAtSignup } from './signup.js';

/** The wallet of a new organization; `undefined` if none was requested, or none will be created. */
type MadeWallet = { readonly organizationId: string; readonly wallet: PreparedWallet } | undefined;
type Prepared = { readonly made: MadeWallet; readonly identities: Identities };

/**
 * Creates a sub-organization. With a verification token, or an OIDC token, it creates at most one: the same token, and through the proxy
 * the same verified contact or identity, returns the existing one.
 */
export const createSubOrganizationHandler: ActivityHandler<typeof createSubOrganization, Prepared> = {
  async prepare({ parameters, caller, organization }, preparation) {
    const { read, tools, nowMs, clientAddress } = preparation;
    const { wallet, rootUsers } = parameters;
    const identities = await providersOfEach(rootUsers, { caller, organization }, preparation);
    const signup = { tools, organization, caller, clientAddress, nowMs, identities };
    const existing = wallet && (await read((db) => lookAtSignup({ ...signup, db }, parameters))).existing;
    if (existing) return { made: undefined, identities };
    const keys = rootUsers.flatMap(({ apiKeys = [] }) => apiKeys);
    await checkKeys(keys, tools.work);
    if (!wallet) return { made: undefined, identities };
    checkRootUsers(parameters);
    checkNewWallet(wallet);
    tools.takeDerivations(derivationCounter(organization, caller, clientAddress), wallet.accounts.length);
    const organizationId = tools.newTimedId(nowMs);
    const made = { organizationId, wallet: await prepareWallet(tools, { organizationId, nowMs }, wallet) };
    return { made, identities };
  },

  derived: ({ made }) => (made?.wallet.accounts ?? []).map(derivedAccount),

  async checkEvidence({ parameters: { rootUsers }, ...by }, preparation) {
    await providersOfEach(rootUsers, by, preparation);
  },

  async execute({ parameters, prepared: { made, identities } }, execution) {
    const signup = { ...execution, db: execution.transaction, identities };
    const { proof, existing } = await lookAtSignup(signup, parameters);
    const making = async (): Promise<Outcome<Answer>> => {
      if (existing?.by !== undefined) return again(execution, existing.by, existing.answer);
      if (!existing && parameters.wallet && !made) throw new ChangedMeanwhile('No wallet was prepared.');
      const answer = existing?.answer ?? (await make(execution, parameters, { token: proof?.token, made, identities }));
      if (proof) await keepSignup(execution, proof, answer);
      if (existing) return done(answer, { derived: [] });
      const counts = { kind: 'SIGNUP', method: methodOf(parameters, proof?.token, identities) } as const;
      return done(answer, { derived: (made?.wallet.accounts ?? []).map(derivedAccount), counts });
    };
    return proof?.token ? about(proof.token.contact, making) : making();
  },
};

type Parameters = ParametersOf<typeof createSubOrganization>;
type Answer = AnswerOf<typeof createSubOrganization>;
type RootUser = Parameters['rootUsers'][number];

/** By what the person shows who they are; of a sub-organization without any credential nothing. */
function methodOf({ rootUsers }: Parameters, token: ShownToken | undefined, identities: Identities): string {
  if (token) return methodOfCode(token.otp_type);
  const [identity] = identities.flat();
  if (identity) return identity.issuer;
  if (rootUsers.some(({ authenticators = [] }) => authenticators.length > 0)) return 'passkey';
  return rootUsers.some(({ apiKeys = [] }) => apiKeys.length > 0) ? 'wallet' : '';
}

async function make(
  execution: Execution,
  parameters: Parameters,
  { token, made, identities }: Prepared & { readonly token: ShownToken | undefined },
): Promise<Answer> {
  const { tools, transaction, organization, caller, clientAddress, userTag, nowMs } = execution;
  const parentId = organization.organization_id;
  const rootUsers = parameters.rootUsers.map((user, index) => ({
    ...newUser(user, index === 0 ? token : undefined),
    providers: identities[index] ?? [],
  }));
  const { organizationId, userIds } = await makeOrganization(tools, transaction, {
    organizationId: made?.organizationId,
    parentId,
    name: parameters.subOrganizationName,
    rootUsers,
    userTag,
    rootQuorumThreshold: parameters.rootQuorumThreshold,
    removedFeatures: removedIn(parameters),
    keyProof: caller.user.is_proxy ? proofAtSignup(parameters, token, identities) : 'parent',
    requester: caller.user.is_proxy ? await clientAddressHash(tools, parentId, clientAddress) : null,
    nowMs,
  });
  const [userId] = userIds;
  if (token && userId !== undefined) {
    const contact = { parentId, kind: contactKindOf(token.otp_type), contact: token.contact };
    const { language } = token;
    await addContact(transaction, contact, {
      organizationId,
      userId,
      throughProxy: caller.user.is_proxy === 1,
      language,
    });
  }
  const wallet = made && (await keepWallet(transaction, made.wallet));
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
 * The proxy forwards keys that anybody may name. A permanent key is taken as proved if the account has no contact and no other credential:
 * nobody else could ever log in. Beside a passkey, third-party clients send a key that expires within a minute, created for this sign-up,
 * and stamp their login with it under the parent's name: nobody else can have seen that key before. Wallets' public keys, which anybody may
 * know, are of other curves.
 *
 * @see docs/wire.md 1.3, passkey sign-up
 */
function proofAtSignup({ rootUsers }: Parameters, token: ShownToken | undefined, identities: Identities): KeyProof {
  const keys = rootUsers.flatMap(({ apiKeys = [] }) => apiKeys);
  const hasPasskey = rootUsers.some(({ authenticators = [] }) => authenticators.length > 0);
  const [key] = keys;
  if (token || identities.flat().length > 0 || !key || rootUsers.length > 1 || keys.length > 1) return 'unproved';
  const isAlone = hasPasskey ? isForSignup(key) : key.expirationSeconds === undefined;
  return isAlone ? 'unproved, alone' : 'unproved';
}

const isForSignup = ({ curveType, expirationSeconds }: ApiKeyParams): boolean =>
  curveType === 'API_KEY_CURVE_P256' && expirationSeconds !== undefined && Number(expirationSeconds) <= 60;

/** The token's contact is the user's, verified, whether or not the request repeats it; any other is claimed only. */
function newUser(user: RootUser, token: ShownToken | undefined): NewUser {
  const claimed = claimedContacts(user);
  const kind = token && contactKindOf(token.otp_type);
  const email = kind === 'EMAIL' ? token?.contact : claimed.email;
  const phoneNumber = kind === 'PHONE_NUMBER' ? token?.contact : claimed.phoneNumber;
  const { userName, apiKeys = [], authenticators } = user;
  const verified = { email: kind === 'EMAIL', phoneNumber: kind === 'PHONE_NUMBER' };
  return { userName, apiKeys, authenticators, email, phoneNumber, verified };
}
