import type { AuthProxyConfigChanges } from '../../../src/contract/authProxy.records.js';

const often = { most: 10_000, windowSeconds: 1 };

/** Settings that lift the limits of codes, sign-ups and refusals, for checks that test something else. */
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
