import type { AuthProxyConfigChanges } from '../../src/contract/authProxy.records.js';
import { proxyOtpInit } from '../../src/contract/proxy.js';
import { RefusedError } from '../../src/contract/refusals.js';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';
import { tickingClock } from '../../test/support/tickingClock.js';
import { callProxy } from '../../test/support/wire.js';
import { type Options, type Part, scaled } from './part.js';

/**
 * Whether a few can use up a cap, so that nobody gets a code: four addresses that of one country, two that of the whole app. They
 * ask as much as they are let for hours, each time for another contact; meanwhile honest people ask, from addresses of their own.
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
      // What the limits of an address would not hold, the last fifth of the cap does.
      await siege(options, {
        whom: 'a country that lets an address ask more',
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

/** The contact of such a number. */
type Contacts = (number: number) => string;

const inCountry: Contacts = (number) => `+4479${10_000_000 + number}`;
const elsewhere: Contacts = (number) => `+4915${10_000_000 + number}`;
const byMail: Contacts = (number) => `person${number}@example.com`;
/** Two hundred calling codes would not be more than these: the cap of all texts comes first. */
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
/** More than an address is let have in an hour. */
const asksAnHour = 40;
const honestAnHour = 3;

async function siege(options: Options, { whom, addresses, attacks, honest, config }: Siege): Promise<string> {
  const service = await createTestService({
    clock: tickingClock(),
    config: { allowedAuthMethods: ['email', 'sms'], ...config },
  });
  const count = scaled(hours, options);
  let asked = 0;
  let got = 0;
  let served = 0;
  const silenced: string[] = [];
  try {
    for (let hour = 0; hour < count; hour += 1) {
      for (let ask = 0; ask < asksAnHour * addresses; ask += 1) {
        asked += 1;
        const answer = await request(service, attacks(500_000 + asked), `192.0.2.${asked % addresses}`);
        if (answer === 'sent') got += 1;
      }
      for (let person = 0; person < honestAnHour; person += 1) {
        for (const contacts of honest) {
          const number = hour * honestAnHour + person;
          const answer = await request(service, contacts(number), `10.1.${hour % 256}.${person}`);
          if (answer === 'sent') served += 1;
          else silenced.push(answer);
        }
      }
      service.clock.advanceMs(60 * 60_000);
      await service.service.deliver();
    }
  } finally {
    await service.close();
  }
  if (silenced.length > 0) throw new Error(`${whom}: ${silenced.length} honest people got no code: ${silenced[0]}`);
  return `${whom}: ${addresses} addresses asked ${asked} times in ${count} h and got ${got} codes; all of ${served} honest people got theirs`;
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
