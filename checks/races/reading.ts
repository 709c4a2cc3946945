import { createReadOnlySession } from '../../src/contract/sessions.js';
import { utf8 } from '../../src/crypto/bytes.js';
import { sha256 } from '../../src/crypto/digest.js';
import { toHex } from '../../src/crypto/hex.js';
import type { Sent } from '../../test/support/live/ledger.js';
import { pause } from '../../test/support/live/serve.js';
import { activityOf, resultOf } from '../../test/support/live/wire.js';
import { type Fixtures, noAnswer } from './fixtures.js';
import { unexpectedRefusals } from './refusals.js';

/** The most read-only sessions of a user. */
const most = 10;

/** Creates more sessions at once than a user may have: all are created, and ten of them are left. @returns the deviations. */
export async function manySessions({ newParty, race, store }: Fixtures, atOnce: number): Promise<string[]> {
  const by = await newParty();
  const requests: Sent[] = [];
  for (let made = 0; made < atOnce; made += 1) {
    requests.push(await activityOf(by, createReadOnlySession, {}));
    await pause(2); // in the same millisecond the bytes would be the same
  }
  const answers = await race(requests);
  const refused = unexpectedRefusals(answers, []);
  if (refused.length > 0) return refused;
  const sessions = requests.map(
    (sent, index) => resultOf<{ session: string }>(createReadOnlySession, sent, answers[index] ?? noAnswer).session,
  );
  const known = new Set(
    await Promise.all(sessions.map(async (session) => `session/${toHex(await sha256(utf8(session)))}`)),
  );
  const held = await store.read((db) =>
    db
      .selectFrom('credentials')
      .select('lookup_key')
      .where('organization_id', '=', by.organizationId)
      .where('kind', '=', 'READ_ONLY_SESSION')
      .execute(),
  );
  return [
    ...(known.size === atOnce ? [] : [`${atOnce} requests got ${known.size} sessions`]),
    ...(held.length === most ? [] : [`a user holds ${held.length} read-only sessions`]),
    ...(held.every(({ lookup_key }) => known.has(lookup_key)) ? [] : ['a read-only session that nobody was given']),
  ];
}
