import { expect } from 'vitest';
import { approveActivity } from '../../../../src/contract/activities.js';
import { proxyOtpLogin, proxyOtpVerify } from '../../../../src/contract/proxy.js';
import type { ProxyRow } from '../../../../src/contract/row.js';
import { signRawPayload } from '../../../../src/contract/signing.js';
import { whoami } from '../../../../src/contract/users.queries.js';
import { createSigningKey, importSigningKey } from '../../../../src/crypto/p256.js';
import { createService, type Service } from '../../../../src/service/createService.js';
import { createInbox, type Inbox } from '../../../../src/service/delivery/inbox.js';
import type { ServiceSecrets } from '../../../../src/service/secrets/givenSecrets.js';
import type { Store } from '../../../../src/service/store/store.js';
import { createTestClock, type TestClock } from '../../../../src/testing/clock.js';
import { ask, callProxy, submit } from '../../../support/wire.js';
import type { Contents } from './released.js';

/** A service on a released database, a second after it was left. */
export type Opened = { service: Service; clock: TestClock; inbox: Inbox; authProxyConfigId: string };

export async function serveReleased(
  store: Store,
  { nowMs, parent: { authProxyConfigId } }: Contents,
  secrets: ServiceSecrets,
): Promise<Opened> {
  const clock = createTestClock(nowMs + 1000);
  const inbox = createInbox(clock);
  const service = await createService({ store, secrets, send: inbox.send, clock });
  return { service, clock, inbox, authProxyConfigId };
}

/** Every wallet signs as it did, with the session's key and the lasting one, and both parents' root users are known. */
export async function expectWallets(opened: Opened, { parent, other, people }: Contents): Promise<void> {
  for (const { organizationId, rootApiKey } of [parent, other]) {
    const key = await importSigningKey(rootApiKey);
    expect(await ask(opened, key, whoami, { organizationId })).toMatchObject({ organizationId });
  }
  for (const { organizationId, sessionKey, apiKey, signatures } of people) {
    for (const pair of [sessionKey, apiKey]) {
      for (const { parameters, result } of signatures) {
        opened.clock.advanceMs(1);
        const key = await importSigningKey(pair);
        const signed = await submit(opened, key, signRawPayload, organizationId, parameters);
        expect(signed.result).toMatchObject({ signRawPayloadResult: { r: result.r, s: result.s } });
      }
    }
  }
}

/** Pending work continues: a code is accepted, answers are repeated, a message is sent, and a waiting activity is decided. */
export async function expectPending(opened: Opened, { parent, people, shared, codes }: Contents): Promise<void> {
  const proxy = (row: ProxyRow, request: object) => callProxy(opened, row, request, { Origin: parent.origin });
  const { publicKey } = await createSigningKey();
  const { otpId, otpCode } = codes.open;
  expect(await proxy(proxyOtpVerify, { otpId, otpCode, publicKey })).toHaveProperty('verificationToken');
  expect(await proxy(proxyOtpVerify, codes.verified.request)).toMatchObject({
    verificationToken: codes.verified.verificationToken,
  });
  for (const { login } of people)
    expect(await proxy(proxyOtpLogin, login.request)).toMatchObject({ session: login.session });
  await opened.service.deliver();
  expect(opened.inbox.lastCode(codes.unsent.contact)).toMatch(/^\d{7}$/);
  const second = await importSigningKey(shared.keys[1]);
  for (const fingerprint of shared.waiting) {
    opened.clock.advanceMs(1);
    const vote = await submit(opened, second, approveActivity, shared.organizationId, { fingerprint });
    expect(vote.status).toBe('ACTIVITY_STATUS_COMPLETED');
  }
}
