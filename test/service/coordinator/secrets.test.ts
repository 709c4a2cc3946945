import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../src/contract/activities.js';
import { getActivity, listActivities } from '../../../src/contract/activities.queries.js';
import type { Activity } from '../../../src/contract/activities.records.js';
import { otpLogin } from '../../../src/contract/otp.js';
import { stampLogin } from '../../../src/contract/sessions.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { alone } from '../../support/alone.js';
import { contentsOf } from '../../support/contents.js';
import { act, makeSubOrganization, type Party, rootOf, sendStamped } from '../../support/parties.js';
import { verifyPlainOtp } from '../../support/plainCodes.js';
import { databases } from '../../support/stores.js';
import { ask, codeFor, envelope, loginRequest, signUp, verifiedToken } from '../../support/wire.js';

const hourMs = 60 * 60_000;

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let root: Party;
  beforeEach(async () => {
    service = await createTestService({ store: await open() });
    root = await rootOf(service);
  });
  afterEach(() => service.close());

  const activityOf = async (response: Response): Promise<Activity> => (await response.json()).activity;
  const read = async (party: Pick<Party, 'key' | 'organizationId'>, activityId: string) => {
    const request = { organizationId: party.organizationId, activityId };
    return (await ask<{ activity: Activity }>(service, party.key, getActivity, request)).activity;
  };

  test('a code and its token are answered once, and recorded, listed and voted as [redacted]', async () => {
    const { otpId, otpCode } = await codeFor(service, 'ada@example.com');
    const { publicKey } = await createSigningKey();
    service.clock.advanceMs(1);
    const body = envelope(service, verifyPlainOtp, root.organizationId, { otpId, otpCode, publicKey });
    const answered = await activityOf(await sendStamped(service, root.key, verifyPlainOtp, body));
    const { verificationToken } = answered.result.verifyOtpResult as { verificationToken: string };
    expect(verificationToken).toMatch(/^ey[\w-]+\.[\w-]+\.[\w-]+$/);

    const stored = await read(root, answered.id);
    expect(stored.intent).toEqual({ verifyOtpIntent: { otpId, otpCode: '[redacted]', publicKey } });
    expect(stored.result).toEqual({ verifyOtpResult: { verificationToken: '[redacted]' } });
    expect(stored.votes.map(({ message }) => message)).toEqual(['[redacted]']);
    expect(answered.intent).toEqual(stored.intent);
    const { activities } = await ask<{ activities: Activity[] }>(service, root.key, listActivities, {
      organizationId: root.organizationId,
    });
    expect(activities[0]).toEqual(stored);
    const { otp_codes, ...rest } = await contentsOf(service.service.tools.store);
    expect(JSON.stringify(rest)).not.toContain(verificationToken);
    expect(JSON.stringify(rest.activities)).not.toMatch(alone(otpCode));
    expect(JSON.stringify(otp_codes)).not.toContain(verificationToken);
  });

  test('the fingerprint is that of the received bytes, secrets and all', async () => {
    const { publicKey } = await createSigningKey();
    const body = envelope(service, stampLogin, root.organizationId, { publicKey });
    const { fingerprint } = await activityOf(await sendStamped(service, root.key, stampLogin, body));
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body));
    expect(fingerprint).toBe(`sha256:${Buffer.from(digest).toString('hex')}`);
  });

  test('the same bytes get the full answer while they live, and the redacted one afterwards', async () => {
    const { publicKey } = await createSigningKey();
    const body = envelope(service, stampLogin, root.organizationId, { publicKey });
    const send = () => sendStamped(service, root.key, stampLogin, body).then(activityOf);
    const first = await send();
    service.clock.advanceMs(hourMs - 1);
    await service.service.deliver();
    expect(await send()).toEqual(first);
    service.clock.advanceMs(1);
    expect(await send(), 'even before anything is cleared away').toMatchObject({
      id: first.id,
      result: { stampLoginResult: { session: '[redacted]' } },
    });
    service.clock.advanceMs(60_000);
    await service.service.deliver();
    const { sealed_answers } = await contentsOf(service.service.tools.store);
    expect(sealed_answers).toEqual([]);
    expect(await send()).toMatchObject({ result: { stampLoginResult: { session: '[redacted]' } } });
  });

  test('a request that holds no secret is voted with its own bytes, though its result is secret', async () => {
    const { publicKey } = await createSigningKey();
    service.clock.advanceMs(1);
    const body = envelope(service, stampLogin, root.organizationId, { publicKey });
    const { id, votes } = await activityOf(await sendStamped(service, root.key, stampLogin, body));
    expect(votes.map(({ message }) => message)).toEqual([body]);
    const stored = await read(root, id);
    expect(stored.votes.map(({ message }) => message)).toEqual([body]);
    expect(stored.result).toEqual({ stampLoginResult: { session: '[redacted]' } });
  });

  test('only the requester gets it in full', async () => {
    const person = await signUp(service, 'ada@example.com');
    const { publicKey } = await createSigningKey();
    const body = envelope(service, stampLogin, person.organizationId, { publicKey });
    const mine = await activityOf(await sendStamped(service, person.key, stampLogin, body));
    const parents = await activityOf(await sendStamped(service, root.key, stampLogin, body));
    expect(mine.result).not.toEqual(parents.result);
    expect(parents).toMatchObject({ id: mine.id, result: { stampLoginResult: { session: '[redacted]' } } });
    expect(parents.votes, 'a repeat is not a vote').toHaveLength(1);
  });

  test('a login keeps neither its token nor its session readable', async () => {
    const ada = await signUp(service, 'ada@example.com');
    const { token, key } = await verifiedToken(service, 'ada@example.com');
    const { organizationId: _, ...parameters } = (await loginRequest(token, key)) as Record<string, unknown>;
    service.clock.advanceMs(1);
    const body = envelope(service, otpLogin, ada.organizationId, parameters);
    const answered = await activityOf(await sendStamped(service, root.key, otpLogin, body));
    const { session } = answered.result.otpLoginResult as { session: string };
    const contents = JSON.stringify(await contentsOf(service.service.tools.store));
    expect(contents).not.toContain(session);
    expect(contents).not.toContain(token);
    expect(await read(ada, answered.id)).toMatchObject({
      intent: { otpLoginIntentV2: { verificationToken: '[redacted]', publicKey: key.publicKey } },
      result: { otpLoginResult: { session: '[redacted]' } },
    });
  });

  test('what waits for consensus is kept sealed until it is executed', async () => {
    const { users, organizationId } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
    const [ada, bob] = users as [Party, Party];
    service.clock.advanceMs(2 * hourMs);
    await service.service.deliver();
    const otpCode = '4711-is-a-secret';
    const body = envelope(service, verifyPlainOtp, organizationId, { otpId: 'none', otpCode });
    const waiting = await activityOf(await sendStamped(service, ada.key, verifyPlainOtp, body));
    expect(waiting).toMatchObject({
      status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
      intent: { verifyOtpIntent: { otpId: 'none', otpCode: '[redacted]' } },
      result: {},
    });
    const { sealed_answers, ...rest } = await contentsOf(service.service.tools.store);
    expect(JSON.stringify(rest)).not.toContain(otpCode);
    expect(sealed_answers).toHaveLength(1);
    service.clock.advanceMs(2 * hourMs);
    await service.service.deliver();
    await act(service, bob, approveActivity, { fingerprint: waiting.fingerprint });
    expect(await read(ada, waiting.id)).toMatchObject({
      status: 'ACTIVITY_STATUS_FAILED',
      failure: { details: [{ reason: 'OTP_WRONG' }] },
    });
    expect((await contentsOf(service.service.tools.store)).sealed_answers).toEqual([]);
  });
});
