import type { OtpType } from '../../../../contract/contact.js';
import type { verifyOtp } from '../../../../contract/otp.js';
import { refused } from '../../../../contract/refusals.js';
import { fromUtf8, utf8 } from '../../../../crypto/bytes.js';
import { type VerificationClaims, writeVerificationToken } from '../../../../crypto/tokens.js';
import { trustKey } from '../../../configuration/trustKeys.js';
import { newId } from '../../../ids.js';
import { ChangedMeanwhile } from '../../../store/changedMeanwhile.js';
import type { Row } from '../../../store/schema.js';
import { sealedColumns, sealedPlace } from '../../../store/sealedColumns.js';
import { openTypedCode } from '../../codes/codeTarget.js';
import { tryCode } from '../../codes/tryCode.js';
import type { ActivityHandler, Execution } from '../../engine/handlers/handler.js';
import { about, again, done, failed, refusedUnrecorded } from '../../engine/handlers/outcome.js';
import { checkPublicKey } from '../../records/credentials.js';
import { hasCodesOn } from '../../records/organizations.js';

/**
 * Opens the code where it came sealed, and tries it. It is spent on one token; the same code with the same key gets that token again while
 * the code lives, so that a lost answer costs nothing.
 */
export const verifyOtpHandler: ActivityHandler<typeof verifyOtp, Typed | undefined> = {
  async prepare({ version, parameters, organization }, { tools, read }) {
    if (version === 'V1') return parameters;
    const { otpId, encryptedOtpBundle } = parameters;
    const { organization_id: organizationId } = organization;
    const code = await read((db) =>
      db
        .selectFrom('otp_codes')
        .select('sealed_target')
        .where('organization_id', '=', organizationId)
        .where('otp_id', '=', otpId)
        .where('purpose', '=', 'verification')
        .executeTakeFirst(),
    );
    if (code === undefined) return undefined;
    const sealed = { organizationId, otpId, sealedKey: code.sealed_target };
    return openTypedCode(tools, sealed, encryptedOtpBundle);
  },

  async execute({ parameters, prepared: typed }, execution) {
    const { transaction, organization } = execution;
    const { otpId, expirationSeconds } = parameters;
    const code = await transaction
      .selectFrom('otp_codes')
      .selectAll()
      .where('organization_id', '=', organization.organization_id)
      .where('otp_id', '=', otpId)
      .where('purpose', '=', 'verification')
      .executeTakeFirst();
    // Anyone could have recorded as many ids as they can think of.
    if (!code && execution.caller.user.is_proxy) return refusedUnrecorded(refused('OTP_WRONG'));
    if (!code) return failed(refused('OTP_WRONG'));
    if (!typed) throw new ChangedMeanwhile('The code came meanwhile.');
    return about(code.contact, async () => {
      if (typed.publicKey !== undefined) checkPublicKey(typed.publicKey);
      if (!hasCodesOn(organization, code.otp_type as OtpType)) throw refused('METHOD_NOT_ENABLED');
      const refusal = await tryCode(execution, code, typed.otpCode);
      if (refusal) return refusal;
      if (code.verified_token_id === null)
        return done({ verificationToken: await spend(execution, code, typed, expirationSeconds) });
      const token = await tokenAgain(execution, code, typed);
      if (token === undefined) return failed(refused('OTP_SPENT'));
      return again(execution, code.verified_activity_id, { verificationToken: token });
    });
  },
};

/** The typed code, and the key for the token. */
type Typed = { readonly otpCode: string; readonly publicKey?: string | undefined };
type Code = Row<'otp_codes'>;

async function tokenAgain({ tools }: Execution, code: Code, { publicKey }: Typed): Promise<string | undefined> {
  if (code.sealed_token === null || code.verified_public_key !== (publicKey ?? null)) return undefined;
  return fromUtf8(await tools.sealer.open(tokenContext(code), code.sealed_token));
}

async function spend(
  execution: Execution,
  code: Code,
  { publicKey }: Typed,
  expirationSeconds = '3600',
): Promise<string> {
  const { tools, transaction, organization, nowMs } = execution;
  const organizationId = organization.organization_id;
  const expiresAtMs = nowMs + Number(expirationSeconds) * 1000;
  const claims: VerificationClaims = {
    exp: String(expiresAtMs),
    id: newId(tools.random),
    organization_id: organizationId,
    verification_type: code.otp_type,
    contact: code.contact,
    ...(publicKey !== undefined && { public_key: publicKey }),
  };
  const token = await writeVerificationToken(
    claims,
    await trustKey(tools, transaction, organization, 'tls_fetcher_sign'),
  );
  await transaction
    .insertInto('verification_tokens')
    .values({
      organization_id: organizationId,
      token_id: claims.id,
      otp_type: code.otp_type,
      contact: code.contact,
      language: code.language,
      public_key: publicKey ?? null,
      expires_at_ms: expiresAtMs,
      created_at_ms: nowMs,
    })
    .execute();
  await transaction
    .updateTable('otp_codes')
    .set({
      verified_token_id: claims.id,
      verified_public_key: publicKey ?? null,
      verified_activity_id: execution.activityId,
      sealed_token: await tools.sealer.seal(tokenContext(code), utf8(token)),
    })
    .where('organization_id', '=', organizationId)
    .where('otp_id', '=', code.otp_id)
    .execute();
  return token;
}

const tokenContext = ({ organization_id, otp_id }: Code) =>
  sealedPlace(sealedColumns.verificationToken, organization_id, otp_id);
