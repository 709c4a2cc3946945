import { initUserEmailRecovery, recoverUser } from '../../src/contract/mailKeys.js';
import { activityOf, resultOf } from '../../test/support/live/wire.js';
import { newTarget } from '../../test/support/mailedKeys.js';
import { createPasskey } from '../../test/support/passkey.js';
import { mailedKey } from '../crash/recoveries.js';
import { type Fixtures, noAnswer } from './fixtures.js';
import { unexpectedRefusals } from './refusals.js';

let people = 0;

/** Registers many passkeys at once with one recovery key, which may register one. @returns the deviations. */
export async function oneRecoveryKey(fixtures: Fixtures, atOnce: number): Promise<string[]> {
  const { root, race, store } = fixtures;
  people += 1;
  const email = `lost${people}@example.com`;
  const { organizationId, userId } = await fixtures.newParty({ userEmail: email });
  const { target, targetPublicKey } = await newTarget();
  const initiating = await activityOf({ key: root.key, organizationId }, initUserEmailRecovery, {
    email,
    targetPublicKey,
    emailCustomization: { appName: 'Check' },
  });
  const [initiated = noAnswer] = await race([initiating]);
  resultOf(initUserEmailRecovery, initiating, initiated);
  const key = await mailedKey(fixtures, email, target);
  if (key === undefined) return ['no recovery key was mailed'];
  const recovering = async () => {
    const authenticator = await (await createPasskey()).register();
    return activityOf({ key, organizationId }, recoverUser, { userId, authenticator });
  };
  const answers = await race(await Promise.all(Array.from({ length: atOnce }, recovering)));
  const accepted = answers.filter(({ status }) => status === 200).length;
  const passkeys = await store.read((db) =>
    db
      .selectFrom('credentials')
      .select('credential_id')
      .where('organization_id', '=', organizationId)
      .where('kind', '=', 'PASSKEY')
      .execute(),
  );
  return [
    ...(accepted === 1 ? [] : [`of ${atOnce} recoveries by one key ${accepted} were accepted`]),
    ...(passkeys.length === 1 ? [] : [`one recovery key registered ${passkeys.length} passkeys`]),
    ...unexpectedRefusals(answers, ['RECOVERY_KEY_SPENT']),
  ];
}
