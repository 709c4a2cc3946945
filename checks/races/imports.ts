import { importWallet, initImportWallet } from '../../src/contract/imports.js';
import { utf8 } from '../../src/crypto/bytes.js';
import { exampleWords, sealedImport } from '../../test/support/examples/imports.js';
import { activityOf, resultOf } from '../../test/support/live/wire.js';
import { ethereum } from '../crash/person.js';
import { type Fixtures, noAnswer } from './fixtures.js';
import { unexpectedRefusals } from './refusals.js';

/** Many imports at once to one target, which can be used for one wallet. @returns the deviations. */
export async function oneTarget({ newParty, race, store }: Fixtures, atOnce: number): Promise<string[]> {
  const by = await newParty();
  const { organizationId, userId } = by;
  const beginning = await activityOf(by, initImportWallet, { userId });
  const [begun = noAnswer] = await race([beginning]);
  const { importBundle } = resultOf<{ importBundle: string }>(initImportWallet, beginning, begun);
  const imports = await Promise.all(
    Array.from({ length: atOnce }, async (_, index) =>
      activityOf(by, importWallet, {
        userId,
        walletName: `Imported ${index}`,
        encryptedBundle: await sealedImport(importBundle, utf8(exampleWords)),
        accounts: [ethereum(0)],
      }),
    ),
  );
  const answers = await race(imports);
  const accepted = answers.filter(({ status }) => status === 200).length;
  const wallets = await store.read((db) =>
    db.selectFrom('wallets').select('wallet_id').where('organization_id', '=', organizationId).execute(),
  );
  const accounts = await store.read((db) =>
    db.selectFrom('wallet_accounts').select('wallet_id').where('organization_id', '=', organizationId).execute(),
  );
  const targets = await store.read((db) =>
    db.selectFrom('import_targets').select('target').where('organization_id', '=', organizationId).execute(),
  );
  return [
    ...(accepted === 1 ? [] : [`of ${atOnce} imports to one target ${accepted} were accepted`]),
    ...(wallets.length === 1 && accounts.length === 1
      ? []
      : [`one target made ${wallets.length} wallets with ${accounts.length} accounts`]),
    ...(targets.length === 0 ? [] : ['a used target still exists']),
    ...unexpectedRefusals(answers, ['IMPORT_NOT_STARTED']),
  ];
}
