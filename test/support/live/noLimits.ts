import type { AuthProxyConfigChanges } from '../../../src/contract/authProxy.records.js';

const often = { most: 10_000, windowSeconds: 1 };

/** Lets everyone ask for codes, sign up and be refused as often as a check wants: it tries something else than these limits. */
export const noLimits = {
  codesPerContactAndAddress: often,
  codesPerContactAndAddressLong: often,
  codesPerContact: often,
  codesPerAddress: often,
  textsPerAddress: often,
  signupsPerAddress: often,
  refusalsPerAddress: often,
  emailsPerHour: 1_000_000,
  textsPerHour: 1_000_000,
  textsPerHourAndCallingCode: 1_000_000,
  requestsPerAddress: often,
} satisfies AuthProxyConfigChanges;
