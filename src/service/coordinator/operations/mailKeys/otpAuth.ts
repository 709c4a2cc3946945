import type { OtpType } from '../../../../contract/contact.js';
import type { otpAuth } from '../../../../contract/otpAuth.js';
import { refused } from '../../../../contract/refusals.js';
import { newId } from '../../../ids.js';
import type { Row } from '../../../store/schema.js';
import { tryCode } from '../../codes/tryCode.js';
import type { ActivityHandler, Execution } from '../../engine/handler.js';
import { done, failed } from '../../engine/outcome.js';
import { withdrawOfSessions } from '../../engine/withdrawn.js';
import { type SealedKey, sealFreshKey } from '../../logins/sealedKey.js';
import { addSessionKey } from '../../logins/sessionKey.js';
import { credentialsOf, isSession, removeCredentials } from '../../records/credentials.js';
import { checkCodesOn } from '../../records/organizations.js';
import { findUser } from '../../records/users.js';

const credentialType = 'CREDENTIAL_TYPE_OTP_AUTH_KEY_P256';

/** Makes a code a key of the user whom it was sent to, once. A code of another organization or purpose is none. */
export const otpAuthHandler: ActivityHandler<typeof otpAuth, SealedKey> = {
  prepare: ({ parameters }, { tools }) => sealFreshKey(tools, parameters.targetPublicKey),

  async execute({ parameters, prepared }, execution) {
    const { tools, transaction, organization, nowMs } = execution;
    const code = await codeHere(execution, parameters.otpId);
    if (!code) return failed(refused('OTP_WRONG'));
    await checkCodesOn(transaction, organization, code.otp_type as OtpType);
    const refusal = await tryCode(execution, code, parameters.otpCode);
    if (refusal) return refusal;
    if (code.verified_token_id !== null) return failed(refused('OTP_SPENT'));
    const user = await userOf(execution, code);
    if (!user) return failed(refused('OTP_EXPIRED'));
    if (parameters.invalidateExisting) {
      await removeCredentials(transaction, organization, (await credentialsOf(transaction, user)).filter(isSession));
      await withdrawOfSessions(execution, user);
    }
    const { expirationSeconds, apiKeyName = `OTP Auth - ${new Date(nowMs).toISOString()}` } = parameters;
    const { publicKey, bundle } = prepared;
    const login = { id: newId(tools.random), atMs: nowMs, proof: 'proved' } as const;
    const key = { publicKey, expirationSeconds, apiKeyName, credentialType };
    const { apiKeyId } = await addSessionKey(execution, user, key, login);
    await spend(execution, code, apiKeyId);
    return done({ userId: user.user_id, apiKeyId, credentialBundle: bundle });
  },
};

/** A code stands where it counts, with the parent. */
async function codeHere(
  { transaction, organization }: Execution,
  otpId: string,
): Promise<Row<'otp_codes'> | undefined> {
  const { organization_id, parent_id } = organization;
  const code = await transaction
    .selectFrom('otp_codes')
    .selectAll()
    .where('organization_id', '=', parent_id ?? organization_id)
    .where('otp_id', '=', otpId)
    .where('purpose', '=', 'key')
    .executeTakeFirst();
  return code?.user_organization_id === organization_id ? code : undefined;
}

/** Whom it was sent to, if they still have the contact. */
async function userOf(
  { transaction, organization }: Execution,
  code: Row<'otp_codes'>,
): Promise<Row<'users'> | undefined> {
  const user = await findUser(transaction, organization.organization_id, code.user_id ?? '');
  const contact = code.otp_type === 'OTP_TYPE_EMAIL' ? user?.email : user?.phone_number;
  return contact === code.contact ? user : undefined;
}

async function spend({ transaction, activityId }: Execution, code: Row<'otp_codes'>, apiKeyId: string): Promise<void> {
  await transaction
    .updateTable('otp_codes')
    .set({ verified_token_id: apiKeyId, verified_activity_id: activityId })
    .where('organization_id', '=', code.organization_id)
    .where('otp_id', '=', code.otp_id)
    .execute();
}
