import type { AuthProxySettings } from '../../../../contract/authProxy.records.js';
import type { CodeForm } from '../../../../contract/codeForm.js';
import { canonicalContact, contactKindOf, type OtpType } from '../../../../contract/contact.js';
import type { initOtpAuth, otpAuth } from '../../../../contract/otpAuth.js';
import { refused } from '../../../../contract/refusals.js';
import { settingsFor } from '../../../configuration/authProxyConfigs.js';
import { isSmsTemplate } from '../../../configuration/authProxySettings.js';
import { limitKeyOf } from '../../../configuration/limitKey.js';
import type { MessageDraft } from '../../../delivery/message.js';
import { newId } from '../../../ids.js';
import type { Row } from '../../../store/schema.js';
import { credentialsOf } from '../../callers/credentialsOf.js';
import { checkCaps, checkServed } from '../../codes/codeCaps.js';
import { codeEmail, codeSms } from '../../codes/codeMessages.js';
import { sendCode } from '../../codes/sendCode.js';
import { tryCode } from '../../codes/tryCode.js';
import type {
  ActivityHandler,
  Execution,
  ParametersOf,
  RequestedActivity,
  RequestedBy,
} from '../../engine/handlers/handler.js';
import { done, failed } from '../../engine/handlers/outcome.js';
import { withdrawOfSessions } from '../../engine/withdrawn.js';
import { addSessionKey, type SealedKey, sealFreshKey } from '../../logins/sessionKey.js';
import { templateOfCode } from '../../messageTemplates/chosenTemplate.js';
import { isSession, removeCredentials } from '../../records/credentials.js';
import { checkCodesOn, checkSendingOn, isTopLevelRoot } from '../../records/organizations.js';
import { methodOfCode } from '../../records/statistics.js';
import { findUser, usersNaming } from '../../records/users.js';
import { isOfSubOrganization, lookOf, type MailOptions, refuseOwn } from './mailLook.js';

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
    const compose = (code: string): MessageDraft => {
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
    const counts = { kind: 'LOGIN', method: methodOfCode(code.otp_type) } as const;
    return done({ userId: user.user_id, apiKeyId, credentialBundle: bundle }, { counts });
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

/**
 * The user with a contact: the one for whom it is verified; else the one root user who claims it; else the one user who does, since the
 * message proves it. So nobody takes a root user's mail by claiming the same contact. A caller from within a sub-organization, which
 * anybody can create, reaches verified contacts only.
 *
 * @throws {RefusedError} USER_NOT_FOUND, also where two have equal claims
 */
export async function userWithContact(execution: Execution, otpType: OtpType, contact: string): Promise<Row<'users'>> {
  const { transaction, organization } = execution;
  const kind = contactKindOf(otpType);
  const naming = await usersNaming(transaction, organization.organization_id, kind, contact);
  const verified = naming.filter((user) => user[flagOf[kind]] === 1);
  const roots = naming.filter(({ is_root }) => is_root === 1);
  const claiming = roots.length > 0 ? roots : naming;
  const found = verified.length > 0 || isOfSubOrganization(execution) ? verified : claiming;
  const [user, ...others] = found;
  if (!user || others.length > 0 || isTopLevelRoot(organization, user))
    throw refused('USER_NOT_FOUND', { about: 'not exactly one has that contact' });
  return user;
}

const flagOf = { EMAIL: 'email_verified', PHONE_NUMBER: 'phone_verified' } as const;
