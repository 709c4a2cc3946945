import type { AuthProxySettings } from '../../../../contract/authProxy.records.js';
import { canonicalContact } from '../../../../contract/contact.js';
import type { initOtpAuth } from '../../../../contract/otpAuth.js';
import { refused } from '../../../../contract/refusals.js';
import { settingsFor } from '../../../configuration/authProxyConfigs.js';
import { isSmsTemplate } from '../../../configuration/authProxySettings.js';
import { limitKeyOf } from '../../../configuration/limitKey.js';
import type { Draft } from '../../../delivery/message.js';
import { checkCaps, checkServed } from '../../codes/codeCaps.js';
import { codeEmail, codeSms } from '../../codes/codeMessages.js';
import type { CodeForm } from '../../codes/otpCode.js';
import { sendCode } from '../../codes/sendCode.js';
import type { ActivityHandler, ParametersOf, RequestedActivity, RequestedBy } from '../../engine/handler.js';
import { templateOfCode } from '../../messageTemplates/templateOfCode.js';
import { checkSendingOn } from '../../records/organizations.js';
import { isOfSubOrganization, lookOf, type MailOptions, refuseOwn } from './mailLook.js';
import { userWithContact } from './userWithContact.js';

/** Sends a code to the one user with that contact, to be exchanged for a key. It counts toward the limits of the parent's own codes. */
export const initOtpAuthHandler: ActivityHandler<typeof initOtpAuth> = {
  async prepare({ parameters, ...by }, { read, nowMs }) {
    const settings = await read((db) => settingsFor(db, by.organization));
    lookOf(mailOf(parameters), settings, by);
    templateOf(parameters, settings, by);
    await read((db) => templateOfCode(db, parameters, settings, by));
    await read((db) => checkSendingOn(db, by.organization, parameters.otpType));
    const code = codeFor(parameters, by, nowMs);
    checkServed(code, settings);
    await read((db) => checkCaps(db, code, settings));
  },

  async execute(activity, execution) {
    const { tools, transaction, organization, nowMs } = execution;
    const { parameters } = activity;
    const { otpType, language } = parameters;
    await checkSendingOn(transaction, organization, otpType);
    const settings = await settingsFor(transaction, organization);
    const request = codeFor(parameters, execution, nowMs);
    const { contact: to } = request;
    const user = await userWithContact(execution, otpType, to);
    const lifetimeSeconds = Number(('expirationSeconds' in parameters && parameters.expirationSeconds) || 300);
    const look = lookOf(mailOf(parameters), settings, execution);
    const { appName, fromName = appName } = look;
    // That of the configuration carries keys.
    const magicLinkTemplate = parameters.emailCustomization?.magicLinkTemplate || undefined;
    const template = await templateOfCode(transaction, parameters, settings, execution);
    const compose = (code: string): Draft => {
      const message = { to, code, appName, lifetimeSeconds, nowMs, language };
      return otpType === 'OTP_TYPE_EMAIL'
        ? codeEmail({ ...look, ...message, magicLinkTemplate, fromName, template })
        : codeSms({
            ...message,
            template: templateOf(parameters, settings, execution),
            originHost: settings.smsOriginHost,
          });
    };
    return sendCode(execution, request, {
      settings,
      form: formOf(activity),
      lifetimeSeconds,
      place: {
        otp_id: tools.newTimedId(nowMs),
        purpose: 'key',
        user_organization_id: organization.organization_id,
        user_id: user.user_id,
      },
      compose,
    });
  },
};

type Parameters = ParametersOf<typeof initOtpAuth>;

/** V1 names none: the apps that send it have six boxes. */
function formOf({ version, parameters }: RequestedActivity<typeof initOtpAuth>): CodeForm {
  if (version === 'V1') return { length: 6, alphanumeric: false };
  const { otpLength: length = 9, alphanumeric = true } = parameters;
  return { length, alphanumeric };
}

/** @throws {RefusedError} CONTACT_INVALID */
function codeFor({ otpType, contact: typed, userIdentifier = '' }: Parameters, by: RequestedBy, nowMs: number) {
  const { organization } = by;
  const contact = canonicalContact(otpType, typed);
  // A sub-organization's own user counts as one requester, whatever identifier they give.
  const asker = isOfSubOrganization(by)
    ? `sub:${organization.organization_id}`
    : userIdentifier && `own:${userIdentifier}`;
  return {
    organizationId: organization.parent_id ?? organization.organization_id,
    otpType,
    contact,
    limitKey: limitKeyOf(otpType, contact),
    requester: { address: asker, device: null },
    nowMs,
  };
}

/** V3 has the app's name beside the customization. */
function mailOf({ emailCustomization, ...parameters }: Parameters): MailOptions {
  const named = 'appName' in parameters ? { appName: parameters.appName } : {};
  return { ...parameters, emailCustomization: { ...emailCustomization, ...named } };
}

/** @throws {RefusedError} REQUEST_INVALID */
function templateOf(
  { smsCustomization }: Parameters,
  { smsCustomizationParams }: AuthProxySettings,
  by: RequestedBy,
): string | undefined {
  const own = smsCustomization?.template;
  if (own && isOfSubOrganization(by)) refuseOwn({ template: own }, smsCustomizationParams);
  if (own && !isSmsTemplate(own)) throw smsViolation();
  return own || smsCustomizationParams.template;
}

const smsViolation = () =>
  refused('REQUEST_INVALID', {
    fieldViolations: [
      { field: 'parameters.smsCustomization.template', description: 'must hold {{.OtpCode}} once, no other braces' },
    ],
  });
