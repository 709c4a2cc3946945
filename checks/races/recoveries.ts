import { initUserEmailRecovery, recoverUser } from '../../src/contract/mailKeys.js';
import { toHex } from '../../src/crypto/hex.js';
import { createAgreementKey } from '../../src/crypto/p256.js';
import { activityOf, resultOf } from '../../test/support/live/wire.js';
import { createPasskey } from '../../test/support/passkey.js';
import { mailedKey } from '../crash/comebacks.js';
import { type Fixtures, noAnswer } from './fixtures.js';
import { losers } from './refusals.js';

let people = 0;

/** So many passkeys at once by one recovery key, which registers one. @returns the deviations. */
export async function oneRecoveryKey(fixtures: Fixtures, atOnce: number): Promise<string[]> {
  const { root, race, store } = fixtures;
  people += 1;
  const email = `lost${people}@example.com`;
  const { organizationId, userId } = await fixtures.newParty({ userEmail: email });
  const target = await createAgreementKey();
  const asking = await activityOf({ key: root.key, organizationId }, initUserEmailRecovery, {
    email,
    targetPublicKey: toHex(target.publicKey),
    emailCustomization: { appName: 'Check' },
  });
  const [asked = noAnswer] = await race([asking]);
  resultOf(initUserEmailRecovery, asking, asked);
  const key = await mailedKey(fixtures, email, target);
  if (key === undefined) return ['no recovery key was mailed'];
  const recovering = async () => {
    const authenticator = await (await createPasskey()).register();
    return activityOf({ key, organizationId }, recoverUser, { userId, authenticator });
  };
  const answers = await race(await Promise.all(Array.from({ length: atOnce }, recovering)));
  const taken = answers.filter(({ status }) => status === 200).length;
  const passkeys = await store.read((db) =>
    db
      .selectFrom('credentials')
      .select('credential_id')
      .where('organization_id', '=', organizationId)
      .where('kind', '=', 'PASSKEY')
      .execute(),
  );
  return [
    ...(taken === 1 ? [] : [`of ${atOnce} recoveries by one key ${taken} were taken`]),
    ...(passkeys.length === 1 ? [] : [`one recovery key registered ${passkeys.length} passkeys`]),
    ...losers(answers, ['RECOVERY_KEY_SPENT']),
  ];
}
