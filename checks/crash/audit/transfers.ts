import type { Row } from '../../../src/service/store/schema.js';
import type { Contents } from './contents.js';
import { key } from './keys.js';

/**
 * Compares resources marked as imported or exported with the activities that did it. Finds keys of imports that still exist although
 * they were used, or that are missing although no import used them.
 *
 * @returns a sentence for each deviation.
 */
export function transferFaults(contents: Contents): string[] {
  const { activities, wallets, wallet_accounts, private_keys } = contents;
  const completed = activities.filter(({ status }) => status === 'ACTIVITY_STATUS_COMPLETED');
  /** The values of a member in the results of one kind of activities. */
  const named = (kind: string, member: string) =>
    new Set(
      completed
        .filter((activity) => activity.kind === kind)
        .map((activity) => key(activity.organization_id, resultOf(activity)[member] ?? '')),
    );
  const compare = (what: string, flag: number, id: string, done: ReadonlySet<string>) =>
    (flag === 1) === done.has(id) ? [] : [`${what}, and the record says otherwise: ${id}`];
  const kinds = {
    importedWallets: named('IMPORT_WALLET', 'walletId'),
    exportedWallets: named('EXPORT_WALLET', 'walletId'),
    exportedAccounts: named('EXPORT_WALLET_ACCOUNT', 'address'),
    importedKeys: named('IMPORT_PRIVATE_KEY', 'privateKeyId'),
    exportedKeys: named('EXPORT_PRIVATE_KEY', 'privateKeyId'),
  };
  return [
    ...wallets.flatMap(({ organization_id, wallet_id, imported, exported }) => [
      ...compare(
        `a wallet says imported: ${imported}`,
        imported,
        key(organization_id, wallet_id),
        kinds.importedWallets,
      ),
      ...compare(
        `a wallet says exported: ${exported}`,
        exported,
        key(organization_id, wallet_id),
        kinds.exportedWallets,
      ),
    ]),
    // Of accounts with one address, an address names the oldest.
    ...wallet_accounts
      .filter(({ key_exported }) => key_exported === 1)
      .flatMap(({ organization_id, address }) =>
        compare('an account says exported', 1, key(organization_id, address), kinds.exportedAccounts),
      ),
    ...private_keys.flatMap(({ organization_id, private_key_id: id, imported, exported }) => [
      ...compare(`a private key says imported: ${imported}`, imported, key(organization_id, id), kinds.importedKeys),
      ...compare(`a private key says exported: ${exported}`, exported, key(organization_id, id), kinds.exportedKeys),
    ]),
    ...targetFaults(contents),
  ];
}

function targetFaults({ activities, import_targets, organizations }: Contents): string[] {
  const there = new Set(import_targets.map(({ organization_id, target }) => key(organization_id, target)));
  const known = new Set(organizations.map((row) => row.organization_id));
  const last = new Map<string, Row<'activities'>>();
  const inOrder = activities
    .filter(({ kind, organization_id }) => steps.test(kind) && known.has(organization_id))
    .sort((one, other) => one.created_at_ms - other.created_at_ms);
  for (const activity of inOrder) {
    const purpose = activity.kind.replace(/^(INIT_)?IMPORT_/, '');
    last.set(key(activity.organization_id, `${purpose} ${activity.submitted_by}`), activity);
  }
  return [...last].flatMap(([at, { kind }]) =>
    there.has(at) === kind.startsWith('INIT_')
      ? []
      : [`an import's key, after ${kind}, is there: ${there.has(at)}: ${at}`],
  );
}

const steps = /^(INIT_)?IMPORT_(WALLET|PRIVATE_KEY)$/;

const resultOf = ({ result }: Row<'activities'>): Record<string, string> =>
  (Object.values(JSON.parse(result) as object)[0] ?? {}) as Record<string, string>;
