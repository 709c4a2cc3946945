import type { AuthProxyConfigChanges } from '../../contract/authProxy.records.js';
import { sessionsOfAWeek } from '../configuration/authProxySettings.js';

/** The id of a development service's configuration: the same on every machine, so that it can be written into an app. */
export const devConfigId = '00000000-0000-4000-8000-00000000de00';

const often = { most: 10_000, windowSeconds: 600 };

/** The settings of a development service beside the defaults: e-mail and SMS, with generous limits. */
export const devSettings: AuthProxyConfigChanges = {
  ...sessionsOfAWeek,
  allowedAuthMethods: ['email', 'sms', 'passkey', 'wallet'],
  codesPerContactAndAddress: often,
  codesPerContactAndAddressLong: often,
  codesPerContact: often,
  codesPerAddress: often,
  textsPerAddress: often,
  codesPerDevice: often,
  codesPerContactFromDevices: often,
  codesPerAddressFromDevices: often,
  signupsPerAddress: often,
  refusalsPerAddress: often,
  requestsPerAddress: often,
  emailsPerHour: 10_000,
  textsPerHour: 10_000,
  textsPerHourAndCallingCode: 10_000,
};
