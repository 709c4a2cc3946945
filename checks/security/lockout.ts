import { createTestService, type TestService } from '../../src/testing/createTestService.js';
import { ask, codeOf, logInWith, verify, wrongCodes } from '../../test/support/guesses.js';
import { tickingClock } from '../../test/support/tickingClock.js';
import { type Options, type Part, scaled } from './part.js';

/** Strangers try to lock a person out. For ten days the holder logs in every hour, on a device that has logged in before. */
export const lockout: Part = {
  name: 'A-49 lockout',
  run: async (options) => [await attackFrom(1, options), await attackFrom(1000, options)],
};

const contact = 'ada@example.com';
const holdersAddress = '192.0.2.1';
const minuteMs = 60_000;
const unlimited = { most: 10_000, windowSeconds: 1 };

async function attackFrom(addresses: number, options: Options): Promise<string> {
  const hours = scaled(240, options);
  // The limit of refusals per address is lifted, so that every guess is counted.
  const service = await createTestService({ clock: tickingClock(), config: { refusalsPerAddress: unlimited } });
  const attacker = { service, addresses, next: 0, sent: 0, guesses: 0, refused: 0 };
  const waits: string[] = [];
  try {
    let deviceToken = await logInWith(service, await codeOf(service, { contact, address: holdersAddress }));
    for (let hour = 0; hour < hours; hour += 1) {
      for (let quarter = 0; quarter < 4; quarter += 1) {
        await attack(attacker);
        service.clock.advanceMs(15 * minuteMs);
      }
      await attack(attacker);
      const code = await ask(service, { contact, address: holdersAddress, deviceToken });
      if (typeof code === 'number') waits.push(`hour ${hour}: ${code} s`);
      else if (code.otpAlphanumeric) waits.push(`hour ${hour}: a long code`);
      else deviceToken = await logInWith(service, code, holdersAddress);
    }
  } finally {
    await service.close();
  }
  if (waits.length > 0) throw new Error(`The holder was kept out: ${waits.slice(0, 5).join('; ')}`);
  if (attacker.refused === 0) throw new Error('The attack reached no limit.');
  const from = addresses === 1 ? '1 address' : `${addresses} addresses`;
  return `from ${from}: ${attacker.sent} codes asked for and ${attacker.guesses} guesses sent by strangers in ${hours} h, ${hours} of ${hours} hourly logins of the holder`;
}

type Attacker = {
  readonly service: TestService;
  readonly addresses: number;
  /** The current address. */
  next: number;
  sent: number;
  guesses: number;
  refused: number;
};

/** Requests codes from one address after the other until two requests are refused, and uses up the tries of each code. */
async function attack(attacker: Attacker): Promise<void> {
  const { service, addresses } = attacker;
  for (let refused = 0; refused < Math.min(2, addresses); ) {
    const address = `10.0.${attacker.next >> 8}.${attacker.next & 255}`;
    attacker.next = (attacker.next + 1) % addresses;
    const code = await ask(service, { contact, address });
    if (typeof code === 'number') {
      refused += 1;
      attacker.refused += 1;
      continue;
    }
    attacker.sent += 1;
    for (const otpCode of wrongCodes(4, code.otpCode)) {
      attacker.guesses += 1;
      await verify(service, { otpId: code.otpId, otpCode }, address);
    }
  }
}
