import * as v from 'valibot';
import { email, label, phoneNumber, text } from './fields.js';
import { apiKeyParams, authenticatorParams, clientSignature, walletParams } from './shapes.js';

/** The members that every version of a sign-up takes, beside its OAuth providers. */
export const signupMembers = {
  userEmail: v.optional(email),
  userPhoneNumber: v.optional(phoneNumber),
  userTag: v.optional(label),
  userName: v.optional(label),
  organizationName: v.optional(label),
  verificationToken: v.optional(text),
  apiKeys: v.pipe(v.array(apiKeyParams), v.maxLength(10)),
  authenticators: v.pipe(v.array(authenticatorParams), v.maxLength(10)),
  wallet: v.optional(walletParams),
  clientSignature: v.optional(clientSignature),
  generateAppProofs: v.optional(v.boolean()),
};
