import { expect, test } from 'vitest';
import { utf8 } from '../../src/crypto/bytes.js';
import { openClientSecret, sealClientSecret, sealEnvelope } from '../../src/crypto/clientSecret.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { createAgreementKey, importAgreementKey } from '../../src/crypto/p256.js';
import { testShared, wireVector } from '../support/publishedVectors.js';

const known = wireVector<{
  ephemeralPrivateKeyHex: string;
  receiverPrivateKeyHex: string;
  nonceHex: string;
  plaintextUtf8: string;
  envelopeBorshHex: string;
}>('derived-quorum-key-envelope');

testShared(
  known,
  'an envelope is the one that another implementation makes of the same keys and nonce',
  async (known) => {
    const receiver = await importAgreementKey(fromHex(known.receiverPrivateKeyHex));
    const envelope = await sealEnvelope({
      recipient: receiver.publicKey,
      nonce: fromHex(known.nonceHex),
      plaintext: utf8(known.plaintextUtf8),
      ephemeral: await importAgreementKey(fromHex(known.ephemeralPrivateKeyHex)),
    });
    expect(toHex(envelope)).toBe(known.envelopeBorshHex);
    expect(await openClientSecret(known.envelopeBorshHex, receiver)).toBe(known.plaintextUtf8);
  },
);

test('a client secret is sealed otherwise each time, and opens by its recipient’s key alone', async () => {
  const key = await createAgreementKey();
  const publicKey = toHex(key.publicKey);
  const [one, other] = [await sealClientSecret('sëcret', publicKey), await sealClientSecret('sëcret', publicKey)];
  expect(one).not.toBe(other);
  expect(await openClientSecret(one, key)).toBe('sëcret');
  await expect(openClientSecret(one, await createAgreementKey())).rejects.toMatchObject({ code: 'BUNDLE_MALFORMED' });
});

test('an envelope with any byte changed, cut or added does not open', async () => {
  const recipient = await createAgreementKey();
  const sealed = await sealClientSecret('secret', toHex(recipient.publicKey));
  const bytes = fromHex(sealed);
  const changed = [...bytes.keys()].map((place) => toHex(bytes.map((byte, at) => (at === place ? byte ^ 1 : byte))));
  for (const envelope of [...changed, sealed.slice(2), `${sealed}00`, '', '0', 'zz']) {
    await expect(openClientSecret(envelope, recipient)).rejects.toMatchObject({ code: 'BUNDLE_MALFORMED' });
  }
});
