import type { Kysely } from 'kysely';
import { refused } from '../../../../contract/refusals.js';
import type { CreateTvcAppParameters } from '../../../../contract/tvc.js';
import { fromHex } from '../../../../crypto/hex.js';
import { KeyError } from '../../../../crypto/keyError.js';
import { compressPoint } from '../../../../crypto/p256.js';
import type { Row, Tables } from '../../../store/schema.js';
import type { Tools } from '../../../tools.js';
import { findOperators, findSet, type OperatorSet } from '../../records/tvc.js';

/** A set that a request names by its id, or describes. */
export type RequestedSet = {
  readonly setId: string | undefined;
  readonly params: CreateTvcAppParameters['manifestSetParams'];
  readonly leastThreshold: number;
};

/**
 * The set that is named, or a new one with its new operators.
 *
 * @throws {RefusedError} TVC_OPERATORS_INVALID, TVC_OPERATOR_NOT_FOUND, TVC_OPERATOR_SET_NOT_FOUND, PUBLIC_KEY_INVALID
 */
export async function operatorSetFor(
  { newTimedId }: Pick<Tools, 'newTimedId'>,
  db: Kysely<Tables>,
  { organizationId, nowMs }: { organizationId: string; nowMs: number },
  { setId, params, leastThreshold }: RequestedSet,
): Promise<OperatorSet> {
  if ((setId === undefined) === (params === undefined)) throw refused('TVC_OPERATORS_INVALID');
  if (setId !== undefined) return checked(await findSet(db, organizationId, setId), leastThreshold);
  const { name = '', newOperators = [], existingOperatorIds = [], threshold = 0 } = params ?? {};
  const existing = await findOperators(db, organizationId, [...new Set(existingOperatorIds)]);
  const made = newOperators.map((operator): Row<'tvc_operators'> => {
    checkTvcKey(operator.publicKey);
    return {
      organization_id: organizationId,
      operator_id: newTimedId(nowMs),
      operator_name: operator.name,
      public_key: operator.publicKey,
      created_at_ms: nowMs,
    };
  });
  const operators = [...existing, ...made];
  const keys = new Set(operators.map(({ public_key }) => public_key));
  if (keys.size < operators.length) throw refused('TVC_OPERATORS_INVALID', { about: 'a key is there twice' });
  const set = {
    organization_id: organizationId,
    set_id: newTimedId(nowMs),
    set_name: name,
    threshold,
    operator_ids: JSON.stringify(operators.map(({ operator_id }) => operator_id)),
    created_at_ms: nowMs,
  };
  checked({ ...set, operators }, leastThreshold);
  if (made.length > 0) await db.insertInto('tvc_operators').values(made).execute();
  await db.insertInto('tvc_operator_sets').values(set).execute();
  return { ...set, operators };
}

/** Of 130 bytes both halves are points of P-256, uncompressed. @throws {RefusedError} PUBLIC_KEY_INVALID */
export function checkTvcKey(publicKey: string): void {
  const bytes = fromHex(publicKey);
  try {
    for (const half of [bytes.slice(0, 65), bytes.slice(65)]) compressPoint(half);
  } catch (error) {
    throw error instanceof KeyError ? refused('PUBLIC_KEY_INVALID', { cause: error }) : error;
  }
}

function checked(set: OperatorSet, leastThreshold: number): OperatorSet {
  if (set.threshold < leastThreshold || set.threshold > set.operators.length) throw refused('TVC_OPERATORS_INVALID');
  return set;
}
