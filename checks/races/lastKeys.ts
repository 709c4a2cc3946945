import { createApiKeys, deleteApiKeys } from '../../src/contract/credentials.js';
import { createSigningKey } from '../../src/crypto/p256.js';
import { activityOf, resultOf } from '../../test/support/live/wire.js';
import { type Fixtures, noAnswer } from './fixtures.js';
import { unexpectedRefusals } from './refusals.js';

/** Each of a user's keys deletes all others at the same time: exactly one must be left. @returns the deviations. */
export async function lastKeys({ newParty, race, store }: Fixtures, keys: number): Promise<string[]> {
  const by = await newParty();
  const { organizationId, userId } = by;
  const others = await Promise.all(Array.from({ length: keys - 1 }, () => createSigningKey()));
  const apiKeys = others.map(({ publicKey }, index) => ({
    apiKeyName: `Key ${index}`,
    publicKey,
    curveType: 'API_KEY_CURVE_P256',
  }));
  const making = await activityOf(by, createApiKeys, { userId, apiKeys });
  const [made = noAnswer] = await race([making]);
  resultOf(createApiKeys, making, made);
  const readKeys = async () =>
    store.read((db) =>
      db
        .selectFrom('credentials')
        .select(['credential_id', 'public_key'])
        .where('organization_id', '=', organizationId)
        .where('kind', '=', 'API_KEY')
        .execute(),
    );
  const held = await readKeys();
  const deleting = await Promise.all(
    [by.key, ...others].map((key) =>
      activityOf({ key, organizationId }, deleteApiKeys, {
        userId,
        apiKeyIds: held.filter((each) => each.public_key !== key.publicKey).map((each) => each.credential_id),
      }),
    ),
  );
  const answers = await race(deleting);
  const left = await readKeys();
  const accepted = answers.filter(({ status }) => status === 200).length;
  return [
    ...(left.length === 1 ? [] : [`${keys} keys that deleted one another left ${left.length}`]),
    ...(accepted === 1 ? [] : [`of ${keys} deletions at once ${accepted} were done`]),
    // The key itself was deleted meanwhile, or a key that the request names.
    ...unexpectedRefusals(answers, ['PUBLIC_KEY_NOT_FOUND', 'API_KEY_NOT_FOUND', 'LAST_CREDENTIAL']),
  ];
}
