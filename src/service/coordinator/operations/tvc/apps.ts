import type { Kysely, Transaction } from 'kysely';
import { refused } from '../../../../contract/refusals.js';
import type {
  CreateTvcAppParameters,
  createTvcApp,
  deleteTvcAppAndDeployments,
  setTvcAppLiveDeployment,
} from '../../../../contract/tvc.js';
import { fromHex } from '../../../../crypto/hex.js';
import { KeyError } from '../../../../crypto/keyError.js';
import { compressPoint } from '../../../../crypto/p256.js';
import { limits } from '../../../limits/limits.js';
import type { Row, Tables } from '../../../store/schema.js';
import type { Tools } from '../../../tools.js';
import type { ActivityHandler } from '../../engine/handlers/handler.js';
import { done } from '../../engine/handlers/outcome.js';
import {
  deploymentStatus,
  deploymentsOf,
  findApp,
  findDeployment,
  findOperators,
  findSet,
  manifestApprovalsOf,
  type OperatorSet,
} from '../../records/tvc.js';

/** An app, and the sets of operators that it does not name by their ids. */
const createTvcAppHandler: ActivityHandler<typeof createTvcApp> = {
  async execute({ parameters }, { tools, transaction, organization, nowMs }) {
    const organizationId = organization.organization_id;
    await checkRoom(transaction, organizationId, parameters.name);
    checkTvcKey(parameters.quorumPublicKey);
    const where = { organizationId, nowMs };
    const manifestSet = await operatorSetFor(tools, transaction, where, {
      setId: parameters.manifestSetId,
      params: parameters.manifestSetParams,
      leastThreshold: 1,
    });
    const shareSet = await operatorSetFor(tools, transaction, where, {
      setId: parameters.shareSetId,
      params: parameters.shareSetParams,
      leastThreshold: 2,
    });
    await checkOperatorsFit(transaction, organizationId, [manifestSet, shareSet]);
    const appId = tools.newTimedId(nowMs);
    await transaction
      .insertInto('tvc_apps')
      .values({
        organization_id: organizationId,
        app_id: appId,
        app_name: parameters.name,
        quorum_public_key: parameters.quorumPublicKey.toLowerCase(),
        manifest_set_id: manifestSet.set_id,
        share_set_id: shareSet.set_id,
        enable_egress: parameters.enableEgress ? 1 : 0,
        enable_debug: parameters.enableDebugModeDeployments ? 1 : 0,
        live_deployment_id: null,
        created_at_ms: nowMs,
        updated_at_ms: nowMs,
      })
      .execute();
    return done({
      appId,
      manifestSetId: manifestSet.set_id,
      manifestSetOperatorIds: manifestSet.operators.map(({ operator_id }) => operator_id),
      manifestSetThreshold: manifestSet.threshold,
      shareSetId: shareSet.set_id,
      shareSetOperatorIds: shareSet.operators.map(({ operator_id }) => operator_id),
      shareSetThreshold: shareSet.threshold,
    });
  },
};

async function checkRoom(transaction: Transaction<Tables>, organizationId: string, name: string): Promise<void> {
  const apps = await transaction
    .selectFrom('tvc_apps')
    .select('app_name')
    .where('organization_id', '=', organizationId)
    .limit(limits.tvcApps.most)
    .execute();
  if (apps.length >= limits.tvcApps.most) throw refused('LIMIT_REACHED', { about: `${limits.tvcApps.most} TVC apps` });
  if (apps.some(({ app_name }) => app_name === name)) throw refused('NAME_TAKEN', { about: 'TVC app name' });
}

/** The list of apps shows each app's operators, those of a shared set several times. @throws {RefusedError} LIMIT_REACHED */
async function checkOperatorsFit(
  transaction: Transaction<Tables>,
  organizationId: string,
  added: readonly OperatorSet[],
): Promise<void> {
  const sets = await transaction
    .selectFrom('tvc_apps')
    .innerJoin('tvc_operator_sets as set', (join) =>
      join
        .onRef('set.organization_id', '=', 'tvc_apps.organization_id')
        .on((on) =>
          on.or([
            on('set.set_id', '=', on.ref('tvc_apps.manifest_set_id')),
            on('set.set_id', '=', on.ref('tvc_apps.share_set_id')),
          ]),
        ),
    )
    .select('set.operator_ids')
    .where('tvc_apps.organization_id', '=', organizationId)
    .execute();
  const present = sets.reduce((sum, { operator_ids: ids }) => sum + (JSON.parse(ids) as string[]).length, 0);
  const count = added.reduce((sum, { operators }) => sum + operators.length, present);
  if (count > limits.tvcOperators.most)
    throw refused('LIMIT_REACHED', { about: `${limits.tvcOperators.most} operators of TVC apps` });
}

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
async function operatorSetFor(
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
function checkTvcKey(publicKey: string): void {
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

/** Makes the deployment the live one of its app. */
const setTvcAppLiveDeploymentHandler: ActivityHandler<typeof setTvcAppLiveDeployment> = {
  async execute({ parameters: { deploymentId } }, { transaction, organization: { organization_id }, nowMs }) {
    const deployment = await findDeployment(transaction, organization_id, deploymentId);
    const app = await findApp(transaction, organization_id, deployment.app_id);
    const set = await findSet(transaction, organization_id, app.manifest_set_id);
    const { approved } = deploymentStatus(set, await manifestApprovalsOf(transaction, deployment));
    if (!approved || deployment.is_deleted === 1) throw refused('TVC_NOT_APPROVED');
    await transaction
      .updateTable('tvc_apps')
      .set({ live_deployment_id: deploymentId, updated_at_ms: nowMs })
      .where('organization_id', '=', organization_id)
      .where('app_id', '=', app.app_id)
      .execute();
    return done({});
  },
};

/** The app goes, with all that was deployed of it. */
const deleteTvcAppAndDeploymentsHandler: ActivityHandler<typeof deleteTvcAppAndDeployments> = {
  async execute({ parameters: { appId } }, { transaction, organization: { organization_id } }) {
    const app = await findApp(transaction, organization_id, appId);
    for (const { deployment_id, manifest_id } of await deploymentsOf(transaction, app)) {
      await transaction
        .deleteFrom('tvc_approvals')
        .where('organization_id', '=', organization_id)
        .where('manifest_id', '=', manifest_id)
        .execute();
      await transaction
        .deleteFrom('tvc_deployments')
        .where('organization_id', '=', organization_id)
        .where('deployment_id', '=', deployment_id)
        .execute();
    }
    await transaction
      .deleteFrom('tvc_apps')
      .where('organization_id', '=', organization_id)
      .where('app_id', '=', appId)
      .execute();
    return done({ appId });
  },
};

export const tvcAppHandlers = {
  createTvcApp: createTvcAppHandler,
  setTvcAppLiveDeployment: setTvcAppLiveDeploymentHandler,
  deleteTvcAppAndDeployments: deleteTvcAppAndDeploymentsHandler,
};
