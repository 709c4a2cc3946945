import * as v from 'valibot';
import { count, email, label, phoneNumber, text } from './fields.js';
import { apiKeyParams, authenticatorParams, clientSignature, walletParams } from './shapes.js';

/** A root user of a new organization; omitted lists are empty. */
const rootUser = <OauthProvider extends v.GenericSchema>(oauthProvider: OauthProvider) =>
  v.strictObject({
    userName: label,
    userEmail: v.optional(email),
    userPhoneNumber: v.optional(phoneNumber),
    apiKeys: v.optional(v.pipe(v.array(apiKeyParams), v.maxLength(10))),
    authenticators: v.optional(v.pipe(v.array(authenticatorParams), v.maxLength(10))),
    oauthProviders: v.optional(v.pipe(v.array(oauthProvider), v.maxLength(10))),
  });

/** Parameters of create_sub_organization; the versions differ in the form of their OAuth providers. */
/* @__NO_SIDE_EFFECTS__ */
export const subOrganizationParams = <OauthProvider extends v.GenericSchema>(oauthProvider: OauthProvider) =>
  v.strictObject({
    subOrganizationName: label,
    rootUsers: v.pipe(v.array(rootUser(oauthProvider)), v.minLength(1), v.maxLength(100)),
    rootQuorumThreshold: count(1, 100),
    wallet: v.optional(walletParams),
    disableEmailRecovery: v.optional(v.boolean()),
    disableEmailAuth: v.optional(v.boolean()),
    disableSmsAuth: v.optional(v.boolean()),
    disableOtpEmailAuth: v.optional(v.boolean()),
    verificationToken: v.optional(text),
    clientSignature: v.optional(clientSignature),
  });
