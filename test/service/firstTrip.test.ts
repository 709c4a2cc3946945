import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signRawPayload } from '../../src/contract/signing.js';
import { getUser, whoami } from '../../src/contract/users.queries.js';
import { eip191 } from '../../src/crypto/eip191.js';
import { verifyEthereumMessage } from '../../src/crypto/ethereum.js';
import { toHex } from '../../src/crypto/hex.js';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';
import { stores } from '../support/stores.js';
import { ask, signUp, submit } from '../support/wire.js';

describe.each(stores)('on $name', ({ open }) => {
  let service: TestService;
  beforeEach(async () => {
    service = await createTestService({ store: await open() });
  });
  afterEach(() => service.close());

  test('an e-mailed code becomes a session, a wallet and a verified signature', async () => {
    const ada = await signUp(service, 'ada@example.com');
    const me = await ask(service, ada.key, whoami, { organizationId: ada.organizationId });
    expect(me).toMatchObject({ organizationId: ada.organizationId, userId: ada.userId });
    const { user } = await ask<{ user: { userEmail: string } }>(service, ada.key, getUser, {
      organizationId: ada.organizationId,
      userId: ada.userId,
    });
    expect(user.userEmail).toBe('ada@example.com');
    const message = 'hello, wörld';
    const [address] = ada.addresses;
    const activity = await submit(service, ada.key, signRawPayload, ada.organizationId, {
      signWith: address,
      payload: toHex(eip191(message)),
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_KECCAK256',
    });
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    const { r, s, v } = activity.result.signRawPayloadResult as Record<'r' | 's' | 'v', string>;
    const signature = `0x${r}${s}${(27 + Number(v)).toString(16)}`;
    expect(await verifyEthereumMessage({ address: address ?? '', message, signature })).toBe(true);
  });
});
