import { randomInt } from 'node:crypto';
import { proxyOtpInit, proxyOtpVerify } from '../../src/contract/proxy.js';
import { createSigningKey } from '../../src/crypto/p256.js';
import type { Row } from '../../src/service/store/schema.js';
import type { Sent } from '../../test/support/live/ledger.js';
import { pause } from '../../test/support/live/serve.js';
import { proxyCallOf, yes } from '../../test/support/live/wire.js';
import type { Fixtures } from './fixtures.js';
import { reasonOf, unexpectedRefusals } from './refusals.js';

/** Verifies one code many times at once, each time for another key: exactly one succeeds. @returns the deviations. */
export async function differentKeys(fixtures: Fixtures, atOnce: number): Promise<string[]> {
  const code = await codeIn(fixtures);
  const keys = await Promise.all(Array.from({ length: atOnce }, () => createSigningKey()));
  const answers = await fixtures.race(keys.map(({ publicKey }) => verifying(fixtures, { ...code, publicKey })));
  const accepted = answers.filter(({ status }) => status === 200);
  const { tokens } = await recordOf(fixtures, code);
  return [
    ...(accepted.length === 1 ? [] : [`of ${atOnce} right codes with different keys ${accepted.length} were accepted`]),
    ...(tokens === 1 ? [] : [`a code was spent on ${tokens} tokens`]),
    ...unexpectedRefusals(answers, ['OTP_SPENT']),
  ];
}

/** Verifies one code many times at once for the same key: all get the same token. */
export async function sameKey(fixtures: Fixtures, atOnce: number): Promise<string[]> {
  const code = await codeIn(fixtures);
  const { publicKey } = await createSigningKey();
  const sent = verifying(fixtures, { ...code, publicKey });
  const answers = await fixtures.race(Array.from({ length: atOnce }, () => sent));
  const different = new Set(answers.map(({ text }) => text));
  const { tokens } = await recordOf(fixtures, code);
  return [
    ...(different.size === 1 ? [] : [`${atOnce} identical right codes got ${different.size} answers`]),
    ...(tokens === 1 ? [] : [`a code was spent on ${tokens} tokens`]),
    ...unexpectedRefusals(answers, []),
  ];
}

/** Sends many wrong codes at once: three are compared, and afterwards the right code is refused. */
export async function wrongCodes(fixtures: Fixtures, atOnce: number): Promise<string[]> {
  const code = await codeIn(fixtures);
  const { publicKey } = await createSigningKey();
  const wrong = Array.from({ length: atOnce }, () => ({ ...code, otpCode: wrongFor(code.otpCode), publicKey }));
  const answers = await fixtures.race(wrong.map((each) => verifying(fixtures, each)));
  const late = await fixtures.race([verifying(fixtures, { ...code, publicKey })]);
  const { tries, wrongCount, tokens } = await recordOf(fixtures, code);
  return [
    ...(tries === 3 && wrongCount === 3 ? [] : [`of ${atOnce} wrong codes ${tries} tries, ${wrongCount} were counted`]),
    ...(answers.filter((answer) => reasonOf(answer) === 'OTP_WRONG').length === 2
      ? []
      : ['not two were answered OTP_WRONG before the third spent the last try']),
    ...(tokens === 0 ? [] : ['a token was given']),
    ...unexpectedRefusals(answers, ['OTP_WRONG', 'TOO_MANY_ATTEMPTS']),
    ...unexpectedRefusals(late, ['TOO_MANY_ATTEMPTS']),
  ];
}

type Code = { readonly contact: string; readonly otpId: string; readonly otpCode: string };

let contacts = 0;

async function codeIn({ parent, race, external: { hook } }: Fixtures): Promise<Code> {
  contacts += 1;
  const contact = `+4916${String(contacts).padStart(9, '0')}`;
  const sent = proxyCallOf(parent.authProxyConfigId, proxyOtpInit, { otpType: 'OTP_TYPE_SMS', contact });
  const [answer] = await race([sent]);
  const { otpId } = yes<{ otpId: string }>(sent, answer ?? { status: 0, text: '' });
  const deadline = performance.now() + 60_000;
  while (hook.codesOf(contact).length === 0 && performance.now() < deadline) await pause(5);
  const [otpCode = ''] = hook.codesOf(contact);
  return { contact, otpId, otpCode };
}

function verifying(
  { parent }: Fixtures,
  { otpId, otpCode, publicKey }: Omit<Code, 'contact'> & { publicKey: string },
): Sent {
  return proxyCallOf(parent.authProxyConfigId, proxyOtpVerify, { otpId, otpCode, publicKey });
}

/** The code's tries and tokens in the database. */
async function recordOf({ store }: Fixtures, { contact, otpId }: Code) {
  const code: Pick<Row<'otp_codes'>, 'tries'> = await store.read((db) =>
    db.selectFrom('otp_codes').select('tries').where('otp_id', '=', otpId).executeTakeFirstOrThrow(),
  );
  const counted = await store.read((db) =>
    db.selectFrom('wrong_tries').select('times').where('limit_key', '=', contact).executeTakeFirst(),
  );
  const tokens = await store.read((db) =>
    db.selectFrom('verification_tokens').select('token_id').where('contact', '=', contact).execute(),
  );
  return {
    tries: code.tries,
    wrongCount: (JSON.parse(counted?.times ?? '[]') as number[]).length,
    tokens: tokens.length,
  };
}

function wrongFor(code: string): string {
  const wrong = String(randomInt(1_000_000)).padStart(6, '0');
  return wrong === code ? wrongFor(code) : wrong;
}
