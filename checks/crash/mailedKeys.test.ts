import { beforeAll, describe, expect, test } from 'vitest';
import { emailAuth, initUserEmailRecovery, recoverUser } from '../../src/contract/mailKeys.js';
import { createOauth2Credential } from '../../src/contract/oauth2.js';
import { initOtpAuth, otpAuth } from '../../src/contract/otpAuth.js';
import type { Row } from '../../src/service/store/schema.js';
import { createTestService } from '../../src/testing/createTestService.js';
import { targetPublicKey } from '../../test/support/examples/exports.js';
import { sealedFor } from '../../test/support/examples/oauth2.js';
import { fingerprintOf, type Ledger, openLedger } from '../../test/support/live/ledger.js';
import { keyIn, mailedBundle, newTarget } from '../../test/support/mailedKeys.js';
import { done, rootOf } from '../../test/support/parties.js';
import { createPasskey } from '../../test/support/passkey.js';
import { signUp } from '../../test/support/wire.js';
import { accountFaults } from './audit/accounts.js';
import { type Contents, contentsOf } from './audit/contents.js';
import { exchangeFaults, unendedFaults } from './audit/effects.js';
import { mailedKeyFaults } from './audit/mailedKeys.js';
import { relationFaults } from './audit/relations.js';
import type { Mailbox } from './externalServers.js';

const email = 'ada@example.com';
const emailCustomization = { appName: 'Check' };

// Each kind of lost, duplicate or partial row of mailed keys, codes and exchanges is put into a real service's database.
describe('the audit of delivered keys and of exchanged codes', () => {
  let before: Contents;
  let contents: Contents;
  let mailbox: Mailbox;
  beforeAll(async () => {
    const service = await createTestService();
    const { store } = service.service.tools;
    before = await contentsOf(store);
    const root = await rootOf(service);
    const { organizationId, userId } = await signUp(service, email);
    const there = { key: root.key, organizationId };
    await done(service, there, emailAuth, { email, targetPublicKey, emailCustomization });
    await service.service.deliver(); // two mails under way at once may firstLogin in either order
    const { target, targetPublicKey: theirs } = await newTarget();
    await done(service, there, initUserEmailRecovery, { email, targetPublicKey: theirs, emailCustomization });
    const key = await keyIn(await mailedBundle(service, email), target);
    const authenticator = await (await createPasskey()).register();
    await done(service, { key, organizationId }, recoverUser, { userId, authenticator });
    const asked = { otpType: 'OTP_TYPE_EMAIL', contact: email, appName: 'Check' } as const;
    const { otpId } = await done(service, there, initOtpAuth, asked);
    await service.service.deliver();
    await done(service, there, otpAuth, { otpId, otpCode: service.inbox.lastCode(email) ?? '', targetPublicKey });
    const encryptedClientSecret = await sealedFor(service, root.organizationId);
    const app = { provider: 'OAUTH2_PROVIDER_X', clientId: 'client', encryptedClientSecret } as const;
    await done(service, root, createOauth2Credential, app);
    // As if it had never been delivered.
    const mailed = ['CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256', 'CREDENTIAL_TYPE_RECOVER_USER_KEY_P256'];
    contents = await contentsOf(store);
    const keys = contents.credentials.filter(({ credential_type }) => mailed.includes(credential_type));
    mailbox = {
      to: (address) => (address === email ? keys.map((each) => ({ id: each.credential_id, bundle: '' })) : []),
    };
    await service.close();
  });

  const faultsIn = (changed: Contents) => [
    ...accountFaults(changed, before),
    ...relationFaults(changed),
    ...mailedKeyFaults(changed, mailbox),
  ];
  const given = () => contents.credentials.filter(({ credential_type }) => /EMAIL|OTP|RECOVER/.test(credential_type));

  test('finds no deviation in a correct database', () => {
    expect(given()).toHaveLength(3);
    expect(faultsIn(contents)).toEqual([]);
  });

  test('finds every delivered key, passkey, code and app credential that is lost, or that exists twice', () => {
    for (const table of ['credentials', 'otp_codes', 'oauth2_credentials'] as const) {
      const rows = contents[table] as readonly { readonly purpose?: string }[];
      const made = rows.filter(
        (row) => !(before[table] as readonly object[]).some((old) => JSON.stringify(old) === JSON.stringify(row)),
      );
      // A row that only counts for limits is a message without a code.
      for (const lost of made.filter(({ purpose }) => purpose !== 'message')) {
        const changed = { ...contents, [table]: rows.filter((row) => row !== lost) };
        expect(faultsIn(changed), JSON.stringify(lost)).not.toEqual([]);
        const id = { credentials: 'credential_id', otp_codes: 'otp_id', oauth2_credentials: 'credential_id' }[table];
        expect(faultsIn({ ...contents, [table]: [...rows, { ...lost, [id]: 'another' }] })).not.toEqual([]);
      }
    }
  });

  test('finds a mailed key whose mail neither arrived nor waits, and accepts one whose mail waits', () => {
    const nothing: Mailbox = { to: () => [] };
    expect(mailedKeyFaults(contents, nothing).join()).toMatch(/2 keys were mailed by 0 messages/);
    const waiting = given().map(
      ({ organization_id, credential_id }) =>
        ({
          organization_id,
          message_id: credential_id,
          owner_kind: 'credential',
          owner_id: credential_id,
        }) as Row<'outbox'>,
    );
    expect(mailedKeyFaults({ ...contents, outbox: waiting }, nothing)).toEqual([]);
    const twice: Mailbox = {
      to: (address) => [...mailbox.to(address), ...(address === email ? [{ id: 'x', bundle: '' }] : [])],
    };
    expect(mailedKeyFaults(contents, twice).join()).toMatch(/2 keys were mailed by 3 messages/);
  });

  test('finds a recovery key that registered two passkeys', () => {
    const [passkey] = contents.credentials.filter(({ kind }) => kind === 'PASSKEY');
    const second = { ...passkey, credential_id: 'another' } as Row<'credentials'>;
    const changed = { ...contents, credentials: [...contents.credentials, second] };
    expect(mailedKeyFaults(changed, mailbox).join()).toMatch(/a recovery key has registered 2 passkeys/);
  });

  test('finds a code that was exchanged twice, without a record, or never, and an exchange that never ends', () => {
    const body = JSON.stringify({ parameters: { authCode: 'code' } });
    const sent = { kind: 'oauth2_authenticate', path: '', headers: {}, body, organizationId: 'organization' };
    const ledger: Ledger = { ...openLedger(), unanswered: new Set([sent]) };
    const [some] = contents.activities;
    const withStatus = (status: string): Contents => ({
      ...contents,
      activities: [
        { ...some, organization_id: 'organization', fingerprint: fingerprintOf(body), status } as Row<'activities'>,
      ],
    });
    const faults = (status: string, times: number) =>
      exchangeFaults(withStatus(status), ledger, new Map(times === 0 ? [] : [['code', times]]));
    expect(faults('ACTIVITY_STATUS_COMPLETED', 1)).toEqual([]);
    expect(faults('ACTIVITY_STATUS_PENDING', 0)).toEqual([]);
    expect(faults('ACTIVITY_STATUS_FAILED', 1)).toEqual([]);
    expect(faults('ACTIVITY_STATUS_COMPLETED', 0)).toHaveLength(1);
    expect(faults('ACTIVITY_STATUS_COMPLETED', 2)).toHaveLength(1);
    expect(faults('ACTIVITY_STATUS_FAILED', 2)).toHaveLength(1);
    expect(exchangeFaults(contents, ledger, new Map())).toEqual([]);
    expect(exchangeFaults(contents, ledger, new Map([['code', 1]]))).toHaveLength(1);
    expect(exchangeFaults(contents, openLedger(), new Map([['code', 1]]))).toHaveLength(1);
    expect(unendedFaults(withStatus('ACTIVITY_STATUS_PENDING'))).toHaveLength(1);
    expect(relationFaults(withStatus('ACTIVITY_STATUS_PENDING')).join()).toMatch(/under way without a lease/);
    const lease = { organization_id: 'organization', activity_id: 'another', leased_until_ms: 0 };
    expect(relationFaults({ ...contents, effects: [lease] }).join()).toMatch(/a lease of what is not under way/);
  });
});
