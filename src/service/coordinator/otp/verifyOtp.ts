import type { OtpType } from '../../../contract/contact.js';
import type { verifyOtp } from '../../../contract/otp.js';
import { RefusedError, refused } from '../../../contract/refusals.js';
import { fromUtf8, utf8 } from '../../../crypto/bytes.js';
import { type VerificationClaims, writeVerificationToken } from '../../../crypto/tokens.js';
import { trustKey } from '../../configuration/trustKeys.js';
import type { Row } from '../../store/schema.js';
import { sealedColumns, sealedPlace } from '../../store/sealedColumns.js';
import { newId } from '../../tools.js';
import { checkPublicKey } from '../credentials/records.js';
import { hasCodesOn } from '../organizations/records.js';
import {
  type ActivityHandler,
  again,
  type Counted,
  counted,
  type Execution,
  NotRecorded,
  PreparedOtherwise,
  refusalTo,
} from '../pipeline/execution.js';
import { openTypedCode } from './codeTarget.js';
import { isCode, isLong, mostTries } from './otpCode.js';
import { countWrongTry, type Guess, isBudgetSpent } from './wrongTries.js';

/**
 * Opens the code where it came sealed, counts the try, then compares, so that nobody guesses uncounted, a spent code no more than a fresh one; a right code gets its
 * try back. A short code is not compared at all once those who asked for it have made too many wrong tries at the contact.
 * It is spent on one token; the same code with the same key gets that token again while the code lives, so that a
 * lost answer costs nothing.
 */
export const verifyOtpHandler: ActivityHandler<typeof verifyOtp, Typed | undefined> = {
  async prepare({ version, parameters, organization, caller }, { tools, read }) {
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
    return openTypedCode(tools, sealed, encryptedOtpBundle).catch((error: unknown) => {
      throw error instanceof RefusedError ? refusalTo(caller, error) : error;
    });
  },

  async execute({ parameters, prepared: typed }, execution) {
    const { tools, transaction, organization, nowMs } = execution;
    const { otpId, expirationSeconds } = parameters;
    if (typed?.publicKey !== undefined) checkPublicKey(typed.publicKey);
    const code = await transaction
      .selectFrom('otp_codes')
      .selectAll()
      .where('organization_id', '=', organization.organization_id)
      .where('otp_id', '=', otpId)
      .where('purpose', '=', 'verification')
      .executeTakeFirst();
    // Anyone could have recorded as many ids as they can think of.
    if (!code && execution.caller.user.is_proxy) throw new NotRecorded(refused('OTP_WRONG'));
    if (!code) return counted(refused('OTP_WRONG'));
    if (!typed) throw new PreparedOtherwise();
    execution.about(code.contact);
    if (!hasCodesOn(organization, code.otp_type as OtpType)) throw new NotRecorded(refused('METHOD_NOT_ENABLED'));
    if (code.retired === 1 || code.expires_at_ms <= nowMs) return counted(refused('OTP_EXPIRED'));
    if (!isLong(formOf(code)) && (await isBudgetSpent(transaction, guessAt(code, nowMs))))
      return counted(refused('OTP_EXPIRED'));
    if (!(await countTry(execution, code))) return counted(refused('TOO_MANY_ATTEMPTS'));
    if (!(await isCode(tools, code, typed.otpCode))) return wrong(execution, code);
    await giveTryBack(execution, code);
    if (code.verified_token_id === null)
      return { verificationToken: await spend(execution, code, typed, expirationSeconds) };
    const token = await tokenAgain(execution, code, typed);
    if (token === undefined) return counted(refused('OTP_SPENT'));
    return again(execution, code.verified_activity_id, { verificationToken: token });
  },
};

/** What somebody typed, and the key that the token is to name. */
type Typed = { readonly otpCode: string; readonly publicKey?: string | undefined };
type Code = Row<'otp_codes'>;

const formOf = ({ length, alphanumeric }: Code) => ({ length, alphanumeric: alphanumeric === 1 });

/** A try is made by whoever asked for the code. */
const guessAt = ({ organization_id, limit_key, device }: Code, nowMs: number): Guess => ({
  organizationId: organization_id,
  limitKey: limit_key,
  device,
  nowMs,
});

/** One conditional statement, which reads the same on every engine: of any number of tries at once, three pass. */
async function countTry({ transaction }: Execution, code: Code): Promise<boolean> {
  const passed = await transaction
    .updateTable('otp_codes')
    .set((columns) => ({ tries: columns('tries', '+', 1) }))
    .where('organization_id', '=', code.organization_id)
    .where('otp_id', '=', code.otp_id)
    .where('tries', '<', mostTries)
    .returning('tries')
    .execute();
  return passed.length === 1;
}

async function giveTryBack({ transaction }: Execution, code: Code): Promise<void> {
  await transaction
    .updateTable('otp_codes')
    .set((columns) => ({ tries: columns('tries', '-', 1) }))
    .where('organization_id', '=', code.organization_id)
    .where('otp_id', '=', code.otp_id)
    .execute();
}

async function wrong({ transaction, nowMs }: Execution, code: Code): Promise<Counted> {
  await countWrongTry(transaction, guessAt(code, nowMs));
  if (code.tries + 1 < mostTries) return counted(refused('OTP_WRONG'));
  await transaction
    .updateTable('otp_codes')
    .set({ spent_at_ms: nowMs })
    .where('organization_id', '=', code.organization_id)
    .where('otp_id', '=', code.otp_id)
    .execute();
  return counted(refused('TOO_MANY_ATTEMPTS'));
}

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
