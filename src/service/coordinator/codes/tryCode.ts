import { refused } from '../../../contract/refusals.js';
import { limits } from '../../limits/limits.js';
import type { Row } from '../../store/schema.js';
import type { Execution } from '../engine/handlers/handler.js';
import { type Failed, failed } from '../engine/handlers/outcome.js';
import { isCode, isLong } from './otpCode.js';
import { countWrongTry, type Guess, isBudgetSpent } from './wrongTries.js';

/**
 * Counts the attempt, then compares, so that no guess goes uncounted, not even at a used code; a right code's attempt is given back. After
 * too many wrong attempts by its requester class, a short code is not compared at all.
 *
 * @returns its refusal: OTP_EXPIRED, TOO_MANY_ATTEMPTS, OTP_WRONG; `undefined` for the right code, which may have been used before.
 */
export async function tryCode(execution: Execution, code: Code, typed: string): Promise<Failed | undefined> {
  const { tools, transaction, nowMs } = execution;
  if (code.retired === 1 || code.expires_at_ms <= nowMs) return failed(refused('OTP_EXPIRED'));
  if (!isLong(formOf(code)) && (await isBudgetSpent(transaction, guessAt(code, nowMs))))
    return failed(refused('OTP_EXPIRED'));
  if (!(await countTry(execution, code))) return failed(refused('TOO_MANY_ATTEMPTS'));
  if (!(await isCode(tools, code, typed))) return wrong(execution, code);
  await giveTryBack(execution, code);
  return undefined;
}

type Code = Row<'otp_codes'>;

const formOf = ({ length, alphanumeric }: Code) => ({ length, alphanumeric: alphanumeric === 1 });

/** An attempt counts toward the requester of the code. */
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
    .where('tries', '<', limits.triesOfCode.most)
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

async function wrong({ transaction, nowMs }: Execution, code: Code): Promise<Failed> {
  await countWrongTry(transaction, guessAt(code, nowMs));
  if (code.tries + 1 < limits.triesOfCode.most) return failed(refused('OTP_WRONG'));
  await transaction
    .updateTable('otp_codes')
    .set({ spent_at_ms: nowMs })
    .where('organization_id', '=', code.organization_id)
    .where('otp_id', '=', code.otp_id)
    .execute();
  return failed(refused('TOO_MANY_ATTEMPTS'));
}
