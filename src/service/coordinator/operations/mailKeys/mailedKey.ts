import type { AuthProxySettings } from '../../../../contract/authProxy.records.js';
import { canonicalEmail } from '../../../../contract/contact.js';
import type { EmailTemplateKind } from '../../../../contract/emailTemplates.records.js';
import type { FeatureName } from '../../../../contract/organizations.records.js';
import { settingsFor } from '../../../configuration/authProxyConfigs.js';
import { newId } from '../../../ids.js';
import type { Row } from '../../../store/schema.js';
import { checkCaps } from '../../codes/codeCaps.js';
import { countMail, messageTo } from '../../codes/countMail.js';
import type { Execution, Preparation, RequestedBy } from '../../engine/handlers/handler.js';
import { addSessionKey, type SealedKey, sealFreshKey } from '../../logins/sessionKey.js';
import { keyEmail, type MailLook } from '../../mails/keyEmail.js';
import type { KeyPurpose } from '../../mails/keyWords.js';
import { chosenTemplate, type TemplateChoice } from '../../messageTemplates/chosenTemplate.js';
import { postMessage } from '../../records/messages.js';
import { checkKeyMailOn } from '../../records/organizations.js';
import { lookOf, type MailOptions } from './mailLook.js';
import { userWithContact } from './otpAuth.js';

/** What the keys are that are mailed for one purpose. */
export type KindOfKey = {
  readonly feature: FeatureName;
  /** @see docs/wire.md 2.12 */
  readonly credentialType: string;
  /** What stands before the time in the key's name. */
  readonly name: string;
  readonly purpose: KeyPurpose;
  readonly template: EmailTemplateKind;
};

/** @see docs/wire.md S4.2 `sendFromEmailSenderName` */
const defaultSender = 'Notifications';

/** The request for a key. */
export type KeyRequest = MailOptions & {
  readonly email: string;
  readonly targetPublicKey: string;
  readonly expirationSeconds?: string | undefined;
  readonly apiKeyName?: string | undefined;
};

/** A refusal by a cap or a disabled feature comes before the transaction, so that it blocks nobody and is not recorded. */
export async function prepareKey(
  { feature, template }: KindOfKey,
  { email, targetPublicKey, ...options }: KeyRequest,
  by: RequestedBy,
  { tools, read, nowMs }: Preparation,
): Promise<SealedKey> {
  const settings = await read((db) => settingsFor(db, by.organization));
  const look = lookOf(options, settings, by);
  await read((db) => chosenTemplate(db, choiceOf(template, options, look, settings, by)));
  const mail = messageTo({ ...by, nowMs }, { otpType: 'OTP_TYPE_EMAIL', contact: canonicalEmail(email) });
  await read((db) => checkKeyMailOn(db, by.organization, feature));
  await read((db) => checkCaps(db, mail, settings));
  return sealFreshKey(tools, targetPublicKey);
}

/** @throws {RefusedError} USER_NOT_FOUND, CONTACT_INVALID, METHOD_NOT_ENABLED */
export async function userToMail(
  { feature }: KindOfKey,
  { email: typed }: KeyRequest,
  execution: Execution,
): Promise<Row<'users'>> {
  await checkKeyMailOn(execution.transaction, execution.organization, feature);
  return userWithContact(execution, 'OTP_TYPE_EMAIL', canonicalEmail(typed));
}

/**
 * Registers the key, and mails its other half.
 *
 * @returns its id.
 * @throws {RefusedError} TOO_MANY_CODES, and those of {@link chosenTemplate}
 */
export async function mailKey(
  { credentialType, name, purpose, template }: KindOfKey,
  { parameters, prepared, user }: { parameters: KeyRequest; prepared: SealedKey; user: Row<'users'> },
  execution: Execution,
): Promise<string> {
  const { tools, transaction, organization, caller, nowMs } = execution;
  const settings = await settingsFor(transaction, organization);
  const to = canonicalEmail(parameters.email);
  await countMail(execution, to, settings);
  const { apiKeyName = `${name} - ${new Date(nowMs).toISOString()}`, expirationSeconds } = parameters;
  const login = { id: newId(tools.random), atMs: nowMs, proof: 'unproved, alone' } as const;
  const { publicKey, bundle } = prepared;
  const key = { publicKey, apiKeyName, credentialType, expirationSeconds };
  const { apiKeyId, seconds } = await addSessionKey(execution, user, key, login);
  const look = lookOf(parameters, settings, execution);
  await postMessage(tools, transaction, {
    kind: purpose === 'login' ? 'LOGIN_LINK' : 'RECOVERY_LINK',
    listedIn: organization.parent_id ?? organization.organization_id,
    organizationId: organization.organization_id,
    draft: keyEmail({
      ...look,
      fromName: look.fromName ?? defaultSender,
      to,
      bundle,
      purpose,
      lifetimeSeconds: seconds,
      nowMs,
      template: await chosenTemplate(transaction, choiceOf(template, parameters, look, settings, execution)),
    }),
    requester: `user:${caller.user.user_id}`,
    owner: { kind: 'credential', id: apiKeyId },
    nowMs,
    expiresAtMs: nowMs + seconds * 1000,
  });
  return apiKeyId;
}

const choiceOf = (
  kind: EmailTemplateKind,
  { emailCustomization, language }: MailOptions,
  { magicLinkTemplate }: Pick<MailLook, 'magicLinkTemplate'>,
  settings: AuthProxySettings,
  { organization }: RequestedBy,
): TemplateChoice => ({ organization, kind, requested: emailCustomization, settings, language, magicLinkTemplate });
