import type { AuthProxySettings } from '../../../../contract/authProxy.records.js';
import type { BrowserNames } from '../../../../contract/browserNames.js';
import type { CodeForm } from '../../../../contract/codeForm.js';
import { canonicalContact } from '../../../../contract/contact.js';
import type { initOtp } from '../../../../contract/otp.js';
import { refused } from '../../../../contract/refusals.js';
import { settingsOf } from '../../../configuration/authProxyConfigs.js';
import { defaultSettings, isSmsTemplate } from '../../../configuration/authProxySettings.js';
import { limitKeyOf } from '../../../configuration/limitKey.js';
import { isLogoUrl } from '../../../configuration/logoUrl.js';
import { faultOfMagicLink } from '../../../configuration/magicLink.js';
import { sendingDisabled } from '../../../configuration/sendingDisabled.js';
import type { MessageDraft } from '../../../delivery/message.js';
import type { Organization } from '../../callers/caller.js';
import { checkCaps, checkServed } from '../../codes/codeCaps.js';
import type { CodeRequest } from '../../codes/codeLimits.js';
import { codeEmail, codeSms } from '../../codes/codeMessages.js';
import { browserOfRequest, codeRequesterOf } from '../../codes/codeRequester.js';
import { type CodeTarget, makeCodeTarget } from '../../codes/codeTarget.js';
import { sendCode } from '../../codes/sendCode.js';
import type { ActivityHandler, Execution, ParametersOf } from '../../engine/handlers/handler.js';
import { about, done } from '../../engine/handlers/outcome.js';
import { type ChosenTemplate, templateOfCode } from '../../messageTemplates/chosenTemplate.js';
import { hasCodesOn } from '../../records/organizations.js';

/**
 * Writes one code and one message, whoever the contact belongs to: no user is looked up, so that nothing reveals whether the contact is
 * known. After too many wrong attempts the code is a long one. A sub-organization, which anybody can create, sends nothing: it would be a
 * relay for mail.
 */
export const initOtpHandler: ActivityHandler<typeof initOtp, CodeTarget | undefined> = {
  /** Refusals by a cap or the kind of number come before the transaction: they lock nothing, and are not recorded. */
  async prepare({ version, parameters, organization, caller }, { tools, read, nowMs }) {
    refuseUnsupported(parameters, organization);
    refuseSwitchedOff(parameters, organization);
    const settings = (await read((db) => settingsOf(db, organization.organization_id))) ?? defaultSettings;
    const code = requestedCode(parameters, { organization, caller, nowMs });
    checkLink(parameters, settings);
    await read((db) => templateOfCode(db, parameters, settings, { organization }));
    checkServed(code, settings);
    await read((db) => checkCaps(db, code, settings));
    return version === 'V3' ? makeCodeTarget({ tools, read, nowMs }, organization) : undefined;
  },

  async execute({ parameters, prepared: target }, execution) {
    refuseUnsupported(parameters, execution.organization);
    refuseSwitchedOff(parameters, execution.organization);
    const request = requestedCode(parameters, execution);
    return about(request.contact, async () => {
      const sent = await writeCode(execution, parameters, { request, target });
      if (sent.kind === 'failed' || !target) return sent;
      return done({ ...sent.result, otpEncryptionTargetBundle: target.bundle });
    });
  },
};

type Parameters = ParametersOf<typeof initOtp>;

type Requested = CodeRequest & { readonly contact: string };

async function writeCode(
  execution: Execution,
  parameters: Parameters,
  { request, target }: { readonly request: Requested; readonly target: CodeTarget | undefined },
): ReturnType<typeof sendCode> {
  const { tools, transaction, organization, nowMs } = execution;
  const settings = (await settingsOf(transaction, organization.organization_id)) ?? defaultSettings;
  checkLink(parameters, settings);
  const template = await templateOfCode(transaction, parameters, settings, execution);
  checkServed(request, settings);
  const lifetimeSeconds = Number(parameters.expirationSeconds ?? 300);
  return sendCode(execution, request, {
    settings,
    form: requestedForm(parameters),
    lifetimeSeconds,
    place: {
      otp_id: target?.otpId ?? tools.newTimedId(nowMs),
      purpose: 'verification',
      language: parameters.language ?? null,
      sealed_target: target?.sealedKey ?? null,
    },
    compose: (code) =>
      compose(parameters, {
        to: request.contact,
        code,
        lifetimeSeconds,
        nowMs,
        originHost: settings.smsOriginHost,
        template,
        browser: browserOfRequest({ byProxy: execution.caller.user.is_proxy === 1 }, parameters.userIdentifier),
      }),
  });
}

/** @throws {RefusedError} CONTACT_INVALID */
function requestedCode(
  { otpType, contact: typed, userIdentifier }: Parameters,
  { organization, caller, nowMs }: Pick<Execution, 'organization' | 'caller' | 'nowMs'>,
): Requested {
  const contact = canonicalContact(otpType, typed);
  const limitKey = limitKeyOf(otpType, contact);
  const requester = codeRequesterOf({ byProxy: caller.user.is_proxy === 1 }, userIdentifier);
  return { organizationId: organization.organization_id, otpType, contact, limitKey, requester, nowMs };
}

const requestedForm = ({ otpLength = 9, alphanumeric = true }: Parameters): CodeForm => ({
  length: otpLength,
  alphanumeric,
});

/** @throws {RefusedError} NOT_YET_SUPPORTED, REQUEST_INVALID */
function refuseUnsupported({ emailCustomization, smsCustomization }: Parameters, { parent_id }: Organization): void {
  if (parent_id !== null)
    throw refused('NOT_YET_SUPPORTED', {
      about: 'a code of a sub-organization',
      turnkeyErrorCode: 'INVALID_ACTIVITY_CALLER',
    });
  const logoUrl = emailCustomization?.logoUrl;
  if (logoUrl && !isLogoUrl(logoUrl)) throw violation('emailCustomization.logoUrl', 'must be an https URL');
  const template = smsCustomization?.template;
  if (template && !isSmsTemplate(template))
    throw violation('smsCustomization.template', 'must hold {{.OtpCode}} once, no other braces');
}

/** @throws {RefusedError} REQUEST_INVALID */
function checkLink({ emailCustomization }: Parameters, settings: AuthProxySettings): void {
  const template = emailCustomization?.magicLinkTemplate;
  const fault = template && faultOfMagicLink(template, settings);
  if (fault) throw violation('emailCustomization.magicLinkTemplate', fault);
}

/** @throws {RefusedError} METHOD_NOT_ENABLED */
function refuseSwitchedOff({ otpType }: Parameters, organization: Organization): void {
  if (!hasCodesOn(organization, otpType)) throw sendingDisabled(otpType);
}

const violation = (field: string, description: string) =>
  refused('REQUEST_INVALID', { fieldViolations: [{ field: `parameters.${field}`, description }] });

type Sending = {
  to: string;
  code: string;
  lifetimeSeconds: number;
  nowMs: number;
  originHost: string | undefined;
  template: ChosenTemplate | undefined;
  browser: BrowserNames | undefined;
};

function compose(parameters: Parameters, { template, ...sending }: Sending): MessageDraft {
  const { otpType, appName, language } = parameters;
  if (otpType === 'OTP_TYPE_SMS') {
    return codeSms({ ...sending, appName, language, template: parameters.smsCustomization?.template || undefined });
  }
  return codeEmail({
    ...sending,
    appName,
    language,
    logoUrl: parameters.emailCustomization?.logoUrl || undefined,
    magicLinkTemplate: parameters.emailCustomization?.magicLinkTemplate || undefined,
    template,
    fromAddress: address('sendFromEmailAddress', parameters),
    fromName: parameters.sendFromEmailSenderName,
    replyTo: address('replyToEmailAddress', parameters),
  });
}

function address(name: 'sendFromEmailAddress' | 'replyToEmailAddress', parameters: Parameters): string | undefined {
  const typed = parameters[name];
  return typed ? canonicalContact('OTP_TYPE_EMAIL', typed) : undefined;
}
