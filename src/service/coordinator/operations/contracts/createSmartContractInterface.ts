import type { Kysely } from 'kysely';
import type { createSmartContractInterface } from '../../../../contract/contracts.js';
import { refused } from '../../../../contract/refusals.js';
import { utf8 } from '../../../../crypto/bytes.js';
import type { Tables } from '../../../store/schema.js';
import { checkContractInterface } from '../../../vault/interfaces/contractInterface.js';
import type { ActivityHandler, ParametersOf } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';

/** `address`: as it is compared. */
type Checked = { readonly address: string };

/** Keeps an interface that has been read whole, which may take milliseconds: before the transaction. */
export const createSmartContractInterfaceHandler: ActivityHandler<typeof createSmartContractInterface, Checked> = {
  prepare: async ({ parameters }, { tools }) => ({
    address: await tools.work.chargeAll(() => checkContractInterface(parameters)),
  }),

  async execute(
    { parameters, prepared: { address } },
    { tools, transaction, nowMs, organization: { organization_id } },
  ) {
    await checkNew(transaction, organization_id, address, parameters);
    const { smartContractInterface, type, label, notes = '' } = parameters;
    const interface_id = tools.newTimedId(nowMs);
    const times = { created_at_ms: nowMs, updated_at_ms: nowMs };
    await transaction
      .insertInto('smart_contract_interfaces')
      .values({
        organization_id,
        interface_id,
        address,
        interface: smartContractInterface,
        type,
        label,
        notes,
        ...times,
      })
      .execute();
    return done({ smartContractInterfaceId: interface_id });
  },
};

/** list_smart_contract_interfaces answers them all, texts included. */
const mostInterfaces = 50;
const mostBytes = 1_048_576;

/** @throws {RefusedError} LIMIT_REACHED, NAME_TAKEN */
async function checkNew(
  db: Kysely<Tables>,
  organizationId: string,
  address: string,
  { smartContractInterface, type, label }: ParametersOf<typeof createSmartContractInterface>,
): Promise<void> {
  const there = await db
    .selectFrom('smart_contract_interfaces')
    .select(({ fn }) => ['address', 'type', 'label', fn<number>('octet_length', ['interface']).as('bytes')])
    .where('organization_id', '=', organizationId)
    .limit(mostInterfaces)
    .execute();
  if (there.some((each) => each.label === label)) throw refused('NAME_TAKEN', { about: 'label' });
  if (there.some((each) => each.type === type && each.address === address)) {
    throw refused('NAME_TAKEN', { about: 'smart contract address' });
  }
  const bytes = there.reduce((sum, each) => sum + each.bytes, utf8(smartContractInterface).length);
  if (there.length >= mostInterfaces || bytes > mostBytes) {
    throw refused('LIMIT_REACHED', { about: `${mostInterfaces} interfaces, or ${mostBytes} bytes` });
  }
}
