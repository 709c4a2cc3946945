import { canonicalContact } from '../../../contract/contact.js';
import type { initOtp } from '../../../contract/otp.js';
import { refused } from '../../../contract/refusals.js';
import { utf8 } from '../../../crypto/bytes.js';
import { toHex } from '../../../crypto/hex.js';
import { settingsOf } from '../../configuration/authProxyConfigs.js';
import { defaultSettings, isSmsTemplate } from '../../configuration/authProxySettings.js';
import { isLogoUrl } from '../../configuration/logoUrl.js';
import type { Draft } from '../../delivery/message.js';
import { enqueue } from '../../delivery/outbox.js';
import { newId } from '../../tools.js';
import type { Organization } from '../caller/caller.js';
import { hasCodesOn } from '../organizations/records.js';
import {
  type ActivityHandler,
  counted,
  type Execution,
  NotRecorded,
  type ParametersOf,
} from '../pipeline/execution.js';
import { checkCaps, checkServed, countInCaps } from './codeCaps.js';
import { type CodeRequest, decideCode } from './codeLimits.js';
import { codeEmail, codeSms } from './codeMessages.js';
import { type CodeRequester, codeRequesterOf } from './codeRequester.js';
import { type CodeTarget, makeCodeTarget } from './codeTarget.js';
import { limitKeyOf } from './limitKey.js';
import { type CodeForm, drawCode, hashCode, longForm } from './otpCode.js';
import { isBudgetSpent } from './wrongTries.js';

/** Codes of one requester for one contact that live side by side. */
const mostAlive = 3;

/**
 * Writes one code and one message, whoever the contact belongs to: nobody is looked up, so that nobody can be found out. Where
 * too much was guessed, the code is a long one. A sub-organization, which anyone can sign up for, sends nothing: it would be a
 * relay for anybody's mail.
 */
export const initOtpHandler: ActivityHandler<typeof initOtp, CodeTarget | undefined> = {
  /** What a cap or the kind of number refuses is refused before the transaction: it holds nobody up, and is not recorded. */
  async prepare({ version, parameters, organization, caller }, { tools, read, nowMs }) {
    refuseUnsupported(parameters, organization);
    refuseSwitchedOff(parameters, organization);
    const settings = (await read((db) => settingsOf(db, organization.organization_id))) ?? defaultSettings;
    const code = codeAskedFor(parameters, { organization, caller, nowMs });
    checkServed(code, settings);
    await read((db) => checkCaps(db, code, settings));
    return version === 'V3' ? makeCodeTarget({ tools, read }, organization) : undefined;
  },

  async execute({ parameters, prepared: target }, execution) {
    const { tools, transaction, organization, nowMs } = execution;
    refuseUnsupported(parameters, organization);
    refuseSwitchedOff(parameters, organization);
    const request = codeAskedFor(parameters, execution);
    const { organizationId, otpType, contact, limitKey } = request;
    execution.about(contact);
    const settings = (await settingsOf(transaction, organizationId)) ?? defaultSettings;
    checkServed(request, settings);
    const decision = await decideCode(transaction, request, settings);
    if ('waitMs' in decision) {
      if (decision.contactIsFull)
        tools.log('contact has had its codes', { organizationId, contact: await traceOf(tools, request) });
      return counted(refused('TOO_MANY_CODES', { retryAfterMs: decision.waitMs }));
    }
    const { requester } = decision;
    await countInCaps(tools, transaction, { ...request, ...decision }, settings);
    await retireOldest(execution, { limitKey, contact, requester });

    const isGuessed = await isBudgetSpent(transaction, { organizationId, limitKey, device: requester.device, nowMs });
    const { length, alphanumeric } = isGuessed ? longForm : formAskedFor(parameters);
    const lifetimeSeconds = Number(parameters.expirationSeconds ?? 300);
    const code = drawCode(tools.random, { length, alphanumeric });
    const stored = {
      organization_id: organizationId,
      otp_id: target?.otpId ?? newId(tools.random),
      purpose: 'verification' as const,
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
      sealed_target: target?.sealedKey ?? null,
      created_at_ms: nowMs,
    };
    const codeHash = await hashCode(tools, stored, code);
    await transaction
      .insertInto('otp_codes')
      .values({ ...stored, code_hash: codeHash })
      .execute();
    const draft = compose(parameters, {
      to: contact,
      code,
      lifetimeSeconds,
      nowMs,
      originHost: settings.smsOriginHost,
    });
    await enqueue(tools, transaction, {
      organizationId,
      draft,
      requester: requester.device ?? requester.address,
      owner: { kind: 'otp_code', id: stored.otp_id },
      nowMs,
      expiresAtMs: stored.expires_at_ms,
    });
    const sent = { otpId: stored.otp_id, otpLength: length, otpAlphanumeric: alphanumeric };
    return target ? { ...sent, otpEncryptionTargetBundle: target.bundle } : sent;
  },
};

type Parameters = ParametersOf<typeof initOtp>;

/** @throws {RefusedError} CONTACT_INVALID */
function codeAskedFor(
  { otpType, contact: typed, userIdentifier }: Parameters,
  { organization, caller, nowMs }: Pick<Execution, 'organization' | 'caller' | 'nowMs'>,
): CodeRequest & { readonly contact: string } {
  const contact = canonicalContact(otpType, typed);
  const limitKey = limitKeyOf(otpType, contact);
  const requester = codeRequesterOf({ byProxy: caller.user.is_proxy === 1 }, userIdentifier);
  return { organizationId: organization.organization_id, otpType, contact, limitKey, requester, nowMs };
}

const formAskedFor = ({ otpLength = 9, alphanumeric = true }: Parameters): CodeForm => ({
  length: otpLength,
  alphanumeric,
});

/** By which a contact is found again in the log, and nothing else. */
async function traceOf(
  { codePepper, primitives }: Execution['tools'],
  { organizationId, limitKey }: CodeRequest,
): Promise<string> {
  return toHex(
    (await primitives.hmacSha256(codePepper, utf8(`contact/${organizationId}/${limitKey}`))).subarray(0, 16),
  );
}

/** @throws {RefusedError} NOT_YET_SUPPORTED, REQUEST_INVALID */
function refuseUnsupported({ emailCustomization, smsCustomization }: Parameters, { parent_id }: Organization): void {
  if (parent_id !== null) throw refused('NOT_YET_SUPPORTED', { about: 'a code of a sub-organization' });
  for (const name of ['templateId', 'templateVariables', 'magicLinkTemplate'] as const) {
    if (emailCustomization?.[name]) throw refused('NOT_YET_SUPPORTED', { about: `emailCustomization.${name}` });
  }
  const logoUrl = emailCustomization?.logoUrl;
  if (logoUrl && !isLogoUrl(logoUrl)) throw violation('emailCustomization.logoUrl', 'must be an https URL');
  const template = smsCustomization?.template;
  if (template && !isSmsTemplate(template))
    throw violation('smsCustomization.template', 'must hold {{.OtpCode}} once, no other braces');
}

/** Nobody has anything recorded by asking for what is switched off. @throws {NotRecorded} METHOD_NOT_ENABLED */
function refuseSwitchedOff({ otpType }: Parameters, organization: Organization): void {
  if (!hasCodesOn(organization, otpType)) throw new NotRecorded(refused('METHOD_NOT_ENABLED'));
}

const violation = (field: string, description: string) =>
  refused('REQUEST_INVALID', { fieldViolations: [{ field: `parameters.${field}`, description }] });

/**
 * A further code retires the requester's own oldest, never another's; what was not yet sent of it never is. The requester is looked
 * for here and not by the database: whoever has no known address shares one with many.
 */
async function retireOldest(
  { transaction, organization, nowMs }: Execution,
  { limitKey, contact, requester }: { limitKey: string; contact: string; requester: CodeRequester },
): Promise<void> {
  const alive = await transaction
    .selectFrom('otp_codes')
    .select(['otp_id', 'requester', 'device'])
    .where('organization_id', '=', organization.organization_id)
    .where('limit_key', '=', limitKey)
    .where('contact', '=', contact)
    .where('created_at_ms', '>', nowMs - 600_000)
    .where('expires_at_ms', '>', nowMs)
    .where('retired', '=', 0)
    .where('verified_token_id', 'is', null)
    .orderBy('created_at_ms', 'desc')
    .orderBy('otp_id')
    .execute();
  const own = alive.filter(({ requester: address, device }) =>
    device === null ? requester.device === null && address === requester.address : device === requester.device,
  );
  const retired = own.slice(mostAlive - 1).map(({ otp_id }) => otp_id);
  if (retired.length === 0) return;
  await transaction
    .updateTable('otp_codes')
    .set({ retired: 1 })
    .where('organization_id', '=', organization.organization_id)
    .where('otp_id', 'in', retired)
    .execute();
}

type Sending = { to: string; code: string; lifetimeSeconds: number; nowMs: number; originHost: string | undefined };

function compose(parameters: Parameters, sending: Sending): Draft {
  const { otpType, appName, language } = parameters;
  if (otpType === 'OTP_TYPE_SMS') {
    return codeSms({ ...sending, appName, language, template: parameters.smsCustomization?.template || undefined });
  }
  return codeEmail({
    ...sending,
    appName,
    language,
    logoUrl: parameters.emailCustomization?.logoUrl || undefined,
    fromAddress: address('sendFromEmailAddress', parameters),
    fromName: parameters.sendFromEmailSenderName,
    replyTo: address('replyToEmailAddress', parameters),
  });
}

function address(name: 'sendFromEmailAddress' | 'replyToEmailAddress', parameters: Parameters): string | undefined {
  const typed = parameters[name];
  return typed ? canonicalContact('OTP_TYPE_EMAIL', typed) : undefined;
}
