import { secp256k1 } from '@noble/curves/secp256k1.js';
import { expect, test } from 'vitest';
import { whoami } from '../../../src/contract/users.queries.js';
import { utf8 } from '../../../src/crypto/bytes.js';
import { ed25519PublicKey } from '../../../src/crypto/ed25519.js';
import { toHex } from '../../../src/crypto/hex.js';
import { verifyEip191 } from '../../../src/crypto/secp256k1.js';
import { defaultFairShares } from '../../../src/service/limits/requestWork.js';
import { ed25519Stamper } from '../../../src/stampers/curveStampers.js';
import { createTestService } from '../../../src/testing/createTestService.js';
import { codeOf } from '../../support/parties.js';
import { post } from '../../support/wire.js';

test('A-66: what a stranger’s stamp of another curve takes to verify is charged to their address', async () => {
  // Beyond what is charged for every request, and less than it takes anywhere to hash such a body.
  const address = { ms: 3, running: 4 };
  const service = await createTestService({ fairShares: { ...defaultFairShares, address, waitMs: 100 } });
  const secret = new Uint8Array(32).fill(3);
  const pair = { publicKey: toHex(await ed25519PublicKey(secret)), privateKey: toHex(secret) };
  const body = JSON.stringify({ organizationId: service.organizationId, filling: 'x'.repeat(1_000_000) });
  const { name, value } = await ed25519Stamper(pair).stamp(utf8(body));
  const ask = async () => codeOf(await post(service, whoami.path, body, { [name]: value }, '192.0.2.1'));
  const other = await service.service.tools.openWork({ clientAddress: '192.0.2.2' });
  expect(await ask()).toBe('PUBLIC_KEY_NOT_FOUND');
  expect(await ask()).toBe('TOO_MUCH_WORK');
  other.end();
  await service.close();
});

test('A-66: a long message that an Ethereum wallet is said to have signed is hashed in turns', async () => {
  const secret = new Uint8Array(32).fill(3);
  const message = new Uint8Array(2 ** 20).fill(0x61);
  const publicKey = new Uint8Array(secp256k1.getPublicKey(secret));
  const signature = new Uint8Array(64).fill(1);
  await verifyEip191(publicKey, signature, new Uint8Array(1)); // it loads the arithmetic
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setTimeout(count);
  };
  setTimeout(count);
  expect(await verifyEip191(publicKey, signature, message)).toBe(false);
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(7);
});
