import type { Kysely } from 'kysely';
import type { createSmartContractInterface, deleteSmartContractInterface } from '../../../contract/contracts.js';
import type { getSmartContractInterface, listSmartContractInterfaces } from '../../../contract/contracts.queries.js';
import { refused } from '../../../contract/refusals.js';
import { utf8 } from '../../../crypto/bytes.js';
import { limits } from '../../limits/limits.js';
import type { Tables } from '../../store/schema.js';
import { checkContractInterface } from '../../vault/interfaces/contractInterface.js';
import type { ActivityHandler, AnswerQuery, ParametersOf } from '../engine/handlers/handler.js';
import { done } from '../engine/handlers/outcome.js';
import { writeInterface } from '../records/contracts.js';

/** `address`: as it is compared. */
type Checked = { readonly address: string };

/** Keeps an interface that has been read whole, which may take milliseconds: before the transaction. */
const createSmartContractInterfaceHandler: ActivityHandler<typeof createSmartContractInterface, Checked> = {
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
const { interfaces, interfaceBytes } = limits;

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
    .limit(interfaces.most)
    .execute();
  if (there.some((each) => each.label === label)) throw refused('NAME_TAKEN', { about: 'label' });
  if (there.some((each) => each.type === type && each.address === address)) {
    throw refused('NAME_TAKEN', { about: 'smart contract address' });
  }
  const bytes = there.reduce((sum, each) => sum + each.bytes, utf8(smartContractInterface).length);
  if (there.length >= interfaces.most || bytes > interfaceBytes.most) {
    throw refused('LIMIT_REACHED', { about: `${interfaces.most} interfaces, or ${interfaceBytes.most} bytes` });
  }
}

/** An interface goes; the contract's calls are read no more. */
const deleteSmartContractInterfaceHandler: ActivityHandler<typeof deleteSmartContractInterface> = {
  async execute({ parameters }, { transaction, organization: { organization_id } }) {
    const { smartContractInterfaceId } = parameters;
    const [deleted] = await transaction
      .deleteFrom('smart_contract_interfaces')
      .where('organization_id', '=', organization_id)
      .where('interface_id', '=', smartContractInterfaceId)
      .returning('interface_id')
      .execute();
    if (!deleted) throw refused('CONTRACT_INTERFACE_NOT_FOUND');
    return done({ smartContractInterfaceId });
  },
};

/** One of them. */
const answerGetSmartContractInterface: AnswerQuery<typeof getSmartContractInterface> = async (
  { organizationId, smartContractInterfaceId },
  { db },
) => {
  const found = await db
    .selectFrom('smart_contract_interfaces')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('interface_id', '=', smartContractInterfaceId)
    .executeTakeFirst();
  if (!found) throw refused('CONTRACT_INTERFACE_NOT_FOUND');
  return { smartContractInterface: writeInterface(found) };
};

/** Oldest first: ids are in the order of time. */
const answerListSmartContractInterfaces: AnswerQuery<typeof listSmartContractInterfaces> = async (
  { organizationId },
  { db },
) => {
  const found = await db
    .selectFrom('smart_contract_interfaces')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('interface_id')
    .execute();
  return { smartContractInterfaces: found.map(writeInterface) };
};

export const contractsHandlers = {
  createSmartContractInterface: createSmartContractInterfaceHandler,
  deleteSmartContractInterface: deleteSmartContractInterfaceHandler,
};

export const contractsAnswers = {
  getSmartContractInterface: answerGetSmartContractInterface,
  listSmartContractInterfaces: answerListSmartContractInterfaces,
};
