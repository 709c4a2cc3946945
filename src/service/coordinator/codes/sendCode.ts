import type { AuthProxySettings } from '../../../contract/authProxy.records.js';
import type { CodeForm } from '../../../contract/codeForm.js';
import { refused } from '../../../contract/refusals.js';
import { toHex } from '../../../crypto/hex.js';
import type { MessageDraft } from '../../delivery/message.js';
import { limits } from '../../limits/limits.js';
import type { NewRow } from '../../store/schema.js';
import type { Execution } from '../engine/handlers/handler.js';
import { type Done, done, type Failed, failed } from '../engine/handlers/outcome.js';
import { contactTrace } from '../records/loginRefusals.js';
import { postMessage } from '../records/messages.js';
import { countInCaps } from './codeCaps.js';
import { type CodeRequest, decideCode } from './codeLimits.js';
import { drawCode, hashCode, longForm } from './otpCode.js';
import { isBudgetSpent } from './wrongTries.js';

/** A code that is to be made. */
export type CodeToSend = {
  readonly settings: AuthProxySettings;
  /** The requested form; after too many wrong attempts the code is a long one. */
  readonly form: CodeForm;
  readonly lifetimeSeconds: number;
  /** What the code is for. */
  readonly place: Pick<
    NewRow<'otp_codes'>,
    'otp_id' | 'purpose' | 'user_organization_id' | 'user_id' | 'sealed_target' | 'language'
  >;
  readonly compose: (code: string) => MessageDraft;
};

/** Writes one code and one message; or it is TOO_MANY_CODES. @throws {RefusedError} LOGIN_BUSY */
export async function sendCode(
  execution: Execution,
  request: CodeRequest & { readonly contact: string },
  { settings, form, lifetimeSeconds, place, compose }: CodeToSend,
): Promise<Failed | Done<{ otpId: string; otpLength: number; otpAlphanumeric: boolean }>> {
  const { tools, transaction, nowMs } = execution;
  const { organizationId, otpType, contact, limitKey } = request;
  const decision = await decideCode(transaction, request, settings);
  if ('waitMs' in decision) {
    if (decision.contactIsFull)
      tools.log('contact has had its codes', { organizationId, contact: await contactTrace(tools, request) });
    return failed(refused('TOO_MANY_CODES', { retryAfterMs: decision.waitMs }));
  }
  const { requester } = decision;
  await countInCaps(tools, transaction, { ...request, ...decision }, settings);
  const [isGuessed] = await Promise.all([
    isBudgetSpent(transaction, { organizationId, limitKey, device: requester.device, nowMs }),
    retireOldest(execution, { organizationId, limitKey, contact, requester }),
  ]);
  const { length, alphanumeric } = isGuessed ? longForm : form;
  const code = drawCode(tools.random, { length, alphanumeric });
  const stored = {
    organization_id: organizationId,
    ...place,
    otp_type: otpType,
    contact,
    limit_key: limitKey,
    salt: toHex(tools.random(16)),
    length,
    alphanumeric: alphanumeric ? (1 as const) : (0 as const),
    requester: requester.address,
    device: requester.device,
    tries: 0,
    expires_at_ms: nowMs + lifetimeSeconds * 1000,
    retired: 0 as const,
    created_at_ms: nowMs,
  };
  const codeHash = await hashCode(tools, stored, code);
  await transaction
    .insertInto('otp_codes')
    .values({ ...stored, code_hash: codeHash })
    .execute();
  await postMessage(tools, transaction, {
    kind: 'CODE',
    listedIn: organizationId,
    organizationId,
    draft: compose(code),
    requester: requester.device ?? requester.address,
    owner: { kind: 'otp_code', id: stored.otp_id },
    nowMs,
    expiresAtMs: stored.expires_at_ms,
  });
  return done({ otpId: stored.otp_id, otpLength: length, otpAlphanumeric: alphanumeric });
}

/**
 * A further code retires the requester's own oldest, never another's; an unsent message of it is not sent. The requester is compared here
 * and not by the database, since all requesters with unknown addresses share one name.
 */
async function retireOldest(
  { transaction, nowMs }: Execution,
  {
    organizationId,
    limitKey,
    contact,
    requester,
  }: Pick<CodeRequest, 'organizationId' | 'limitKey' | 'requester'> & { contact: string },
): Promise<void> {
  const alive = await transaction
    .selectFrom('otp_codes')
    .select(['otp_id', 'requester', 'device'])
    .where('organization_id', '=', organizationId)
    .where('limit_key', '=', limitKey)
    .where('contact', '=', contact)
    .where('created_at_ms', '>', nowMs - 600_000)
    .where('expires_at_ms', '>', nowMs)
    .where('retired', '=', 0)
    .where('verified_token_id', 'is', null)
    .orderBy('created_at_ms', 'desc')
    .orderBy('otp_id', 'desc')
    .execute();
  const own = alive.filter(({ requester: address, device }) =>
    device === null ? requester.device === null && address === requester.address : device === requester.device,
  );
  const retired = own.slice(limits.livingCodes.most - 1).map(({ otp_id }) => otp_id);
  if (retired.length === 0) return;
  await transaction
    .updateTable('otp_codes')
    .set({ retired: 1 })
    .where('organization_id', '=', organizationId)
    .where('otp_id', 'in', retired)
    .execute();
}
