import type { Kysely } from 'kysely';
import { RefusedError } from '../../../contract/refusals.js';
import { createCacheByLength } from '../../cache.js';
import { perStore } from '../../store/perStore.js';
import type { Row, Tables } from '../../store/schema.js';
import { statement, type ValueOf } from '../../store/statement.js';
import type { Tools } from '../../tools.js';
import { ethereumCallsOf } from '../../vault/interfaces/ethereumCalls.js';
import { solanaCallsOf } from '../../vault/interfaces/solanaCalls.js';

/** What calls of a contract are read by; `undefined` where its organization has no interface of it. */
export const ethereumCallReader = readersOf('SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM', ethereumCallsOf);

/** What calls of a program are read by; `undefined` where its organization has no interface of it. */
export const solanaCallReader = readersOf('SMART_CONTRACT_INTERFACE_TYPE_SOLANA', solanaCallsOf);

/** Characters of interfaces that are kept ready, of which each takes some ten bytes. */
const cacheSizes = { short: { characters: 1_000_000 }, long: { characters: 1_000_000 } };

/**
 * The database is queried each time, so that a deleted interface is no longer used. An interface's text never changes: it is parsed once,
 * and cached by its id. Parsing it anew is charged to the request.
 *
 * @param make - throws if the text is not an interface.
 */
function readersOf<Reader>(type: string, make: (json: unknown) => Promise<Reader>) {
  const readersIn = perStore(() => createCacheByLength<{ readonly reader: Reader | undefined }>(cacheSizes));
  return async (
    db: Kysely<Tables>,
    organizationId: string,
    address: string,
    work: Tools['work'],
  ): Promise<Reader | undefined> => {
    const [found] = await interfaceAt(db, { organization_id: organizationId, type, address });
    if (!found) return undefined;
    const kept = readersIn(db);
    const known = kept.get(found.interface_id);
    if (known) return known.reader;
    const [stored] = await interfaceText(db, found);
    if (!stored) return undefined;
    const reader = await work.chargeAll(() => made(make, stored.interface));
    kept.set(found.interface_id, { reader }, stored.interface.length);
    return reader;
  };
}

/** `undefined` for an interface of earlier days that would be refused today. */
async function made<Reader>(make: (json: unknown) => Promise<Reader>, text: string): Promise<Reader | undefined> {
  try {
    return await make(JSON.parse(text));
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'CONTRACT_INTERFACE_INVALID') return undefined;
    throw error;
  }
}

type Interface = Row<'smart_contract_interfaces'>;

const interfaceAt = statement((db, value: ValueOf<Pick<Interface, 'organization_id' | 'type' | 'address'>>) =>
  db
    .selectFrom('smart_contract_interfaces')
    .select(['organization_id', 'interface_id'])
    .where('organization_id', '=', value('organization_id'))
    .where('type', '=', value('type'))
    .where('address', '=', value('address')),
);

const interfaceText = statement((db, value: ValueOf<Pick<Interface, 'organization_id' | 'interface_id'>>) =>
  db
    .selectFrom('smart_contract_interfaces')
    .select('interface')
    .where('organization_id', '=', value('organization_id'))
    .where('interface_id', '=', value('interface_id')),
);
