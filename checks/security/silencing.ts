import type { AuthProxyConfigChanges } from '../../src/contract/authProxy.records.js';
import { proxyOtpInit } from '../../src/contract/proxy.js';
import { RefusedError } from '../../src/contract/refusals.js';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';
import { tickingClock } from '../../test/support/tickingClock.js';
import { callProxy } from '../../test/support/wire.js';
import { type Options, type Part, scaled } from './part.js';

/**
 * A few attackers try to use up a cap on codes, so that nobody else gets one: four addresses the cap of a country, two that of the whole
 * app. They request as many codes as they can, each for another contact. Honest people, who have other addresses, must get theirs.
 */
export const silencing: Part = {
  name: 'A-51 silencing',
  async run(options) {
    return [
      await siege(options, {
        whom: 'a country',
        addresses: 4,
        attacks: inCountry,
        honest: [inCountry, elsewhere, byMail],
      }),
      // Without the limits of an address: then the reserved last fifth of the cap protects the others.
      await siege(options, {
        whom: 'a country, without limits of an address',
        addresses: 4,
        attacks: inCountry,
        honest: [inCountry, elsewhere, byMail],
        config: { codesPerAddress: often, textsPerAddress: often },
      }),
      await siege(options, {
        whom: 'an app by texts',
        addresses: 2,
        attacks: anywhere,
        honest: [inCountry, elsewhere, byMail],
      }),
      await siege(options, { whom: 'an app by mail', addresses: 2, attacks: byMail, honest: [inCountry, byMail] }),
    ];
  },
};

/** The contact with a number. */
type Contacts = (number: number) => string;

const inCountry: Contacts = (number) => `+4479${10_000_000 + number}`;
const elsewhere: Contacts = (number) => `+4915${10_000_000 + number}`;
const byMail: Contacts = (number) => `person${number}@example.com`;
/** Ten calling codes are enough: the cap of all text messages is reached first. */
const callingCodes = ['33612', '34612', '39312', '41781', '43664', '45201', '46701', '48512', '351912', '353871'];
const anywhere: Contacts = (number) => `+${callingCodes[number % callingCodes.length]}${100_000 + number}`;

type Siege = {
  readonly whom: string;
  readonly addresses: number;
  readonly attacks: Contacts;
  readonly honest: readonly Contacts[];
  readonly config?: AuthProxyConfigChanges;
};

const often = { most: 1000, windowSeconds: 3600 };

const hours = 100;
/** More than the limit of an address for an hour. */
const requestsAnHour = 40;
const honestAnHour = 3;

async function siege(options: Options, { whom, addresses, attacks, honest, config }: Siege): Promise<string> {
  const service = await createTestService({
    clock: tickingClock(),
    config: { allowedAuthMethods: ['email', 'sms'], ...config },
  });
  const count = scaled(hours, options);
  let requested = 0;
  let got = 0;
  let served = 0;
  const refused: string[] = [];
  try {
    for (let hour = 0; hour < count; hour += 1) {
      for (let each = 0; each < requestsAnHour * addresses; each += 1) {
        requested += 1;
        const answer = await request(service, attacks(500_000 + requested), `192.0.2.${requested % addresses}`);
        if (answer === 'sent') got += 1;
      }
      for (let person = 0; person < honestAnHour; person += 1) {
        for (const contacts of honest) {
          const number = hour * honestAnHour + person;
          const answer = await request(service, contacts(number), `10.1.${hour % 256}.${person}`);
          if (answer === 'sent') served += 1;
          else refused.push(answer);
        }
      }
      service.clock.advanceMs(60 * 60_000);
      await service.service.deliver();
    }
  } finally {
    await service.close();
  }
  if (refused.length > 0) throw new Error(`${whom}: ${refused.length} honest people got no code: ${refused[0]}`);
  return `${whom}: ${addresses} addresses sent ${requested} requests in ${count} h and got ${got} codes; all of ${served} honest people got theirs`;
}

async function request(service: TestService, contact: string, address: string): Promise<string> {
  const otpType = contact.startsWith('+') ? 'OTP_TYPE_SMS' : 'OTP_TYPE_EMAIL';
  try {
    await callProxy(service, proxyOtpInit, { otpType, contact }, {}, address);
    return 'sent';
  } catch (error) {
    if (error instanceof RefusedError) return error.code;
    throw error;
  }
}
