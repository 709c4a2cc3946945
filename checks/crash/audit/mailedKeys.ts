import { recoveryKeyType } from '../../../src/service/coordinator/callers/caller.js';
import type { Mailbox } from '../externalServers.js';
import type { Contents } from './contents.js';
import { grouped, key, without } from './keys.js';

/** The types of the keys that the service creates itself, and sends by e-mail or text message. */
export const givenKeyTypes: readonly string[] = [
  'CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256',
  'CREDENTIAL_TYPE_OTP_AUTH_KEY_P256',
  recoveryKeyType,
];

/**
 * Compares keys that were sent by e-mail or for a code with their origin. Each mailed key needs a message that was sent or waits, and each
 * message a key. A code is spent on one key, and a recovery key registers at most one passkey.
 *
 * @returns a sentence for each deviation.
 */
export function mailedKeyFaults(contents: Contents, mailbox: Mailbox): string[] {
  return [...messageFaults(contents, mailbox), ...codeFaults(contents), ...recoveryFaults(contents)];
}

function messageFaults({ activities, users, outbox, credentials }: Contents, mailbox: Mailbox): string[] {
  const made = grouped(
    credentials.filter(({ credential_type }) => mailedTypes.includes(credential_type)),
    ({ organization_id, user_id }) => key(organization_id, user_id),
  );
  const waiting = grouped(
    outbox.filter(({ owner_kind }) => owner_kind === 'credential'),
    ({ owner_id }) => owner_id ?? '',
  );
  const reported = activities.filter(
    ({ kind, status }) => mailing.includes(kind) && status === 'ACTIVITY_STATUS_COMPLETED',
  );
  const requested = grouped(reported, ({ organization_id, result }) => key(organization_id, userIn(result)));
  return users.flatMap(({ organization_id, user_id, email }) => {
    const at = key(organization_id, user_id);
    const keys = made.get(at) ?? [];
    const inOutbox = keys.flatMap(({ credential_id }) => waiting.get(credential_id) ?? []);
    const sent = mailbox.to(email ?? '').map(({ id }) => id);
    const messages = new Set([...sent, ...inOutbox.map(({ message_id }) => message_id)]).size;
    const expected = requested.get(at)?.length ?? 0;
    return [
      ...(keys.length === messages ? [] : [`${keys.length} keys were mailed by ${messages} messages: ${at}`]),
      ...(keys.length === expected ? [] : [`${expected} activities made ${keys.length} mailed keys: ${at}`]),
    ];
  });
}

const mailedTypes = ['CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256', recoveryKeyType];
const mailing = ['EMAIL_AUTH', 'INIT_USER_EMAIL_RECOVERY'];

const userIn = (result: string): string => (Object.values(JSON.parse(result))[0] as { userId: string }).userId;

function codeFaults({ otp_codes, credentials }: Contents): string[] {
  const spent = otp_codes.filter(({ purpose }) => purpose === 'key').flatMap((row) => row.verified_token_id ?? []);
  const byCode = credentials
    .filter(({ credential_type }) => credential_type === 'CREDENTIAL_TYPE_OTP_AUTH_KEY_P256')
    .map(({ credential_id }) => credential_id);
  return [
    ...without(spent, byCode).map((id) => `a code was spent on a key that is not there: ${id}`),
    ...without(byCode, spent).map((id) => `a key by a code that was not spent on it: ${id}`),
  ];
}

function recoveryFaults({ credentials }: Contents): string[] {
  const passkeys = grouped(
    credentials.filter(({ kind }) => kind === 'PASSKEY'),
    ({ organization_id, login_id }) => key(organization_id, login_id ?? ''),
  );
  return credentials
    .filter(({ credential_type }) => credential_type === recoveryKeyType)
    .flatMap(({ organization_id, credential_id, login_id }) => {
      const count = passkeys.get(key(organization_id, login_id ?? ''))?.length ?? 0;
      return count <= 1 ? [] : [`a recovery key has registered ${count} passkeys: ${credential_id}`];
    });
}
