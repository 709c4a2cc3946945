import type { Kysely } from 'kysely';
import { refused } from '../../../contract/refusals.js';
import { timestampOf } from '../../../contract/timestamps.js';
import type { TvcApp, TvcDeployment, TvcOperator, TvcOperatorSet } from '../../../contract/tvc.records.js';
import { toBase64 } from '../../../crypto/base64.js';
import { utf8 } from '../../../crypto/bytes.js';
import { fromHex } from '../../../crypto/hex.js';
import type { Row, Tables } from '../../store/schema.js';

/** @throws {RefusedError} TVC_APP_NOT_FOUND */
export async function findApp(db: Kysely<Tables>, organizationId: string, appId: string): Promise<Row<'tvc_apps'>> {
  const app = await db
    .selectFrom('tvc_apps')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('app_id', '=', appId)
    .executeTakeFirst();
  if (!app) throw refused('TVC_APP_NOT_FOUND');
  return app;
}

/** @throws {RefusedError} TVC_DEPLOYMENT_NOT_FOUND */
export async function findDeployment(
  db: Kysely<Tables>,
  organizationId: string,
  deploymentId: string,
): Promise<Row<'tvc_deployments'>> {
  const deployment = await db
    .selectFrom('tvc_deployments')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('deployment_id', '=', deploymentId)
    .executeTakeFirst();
  if (!deployment) throw refused('TVC_DEPLOYMENT_NOT_FOUND');
  return deployment;
}

/** The deployments of an app, oldest first. */
export const deploymentsOf = (
  db: Kysely<Tables>,
  { organization_id, app_id }: Pick<Row<'tvc_apps'>, 'organization_id' | 'app_id'>,
): Promise<Row<'tvc_deployments'>[]> =>
  db
    .selectFrom('tvc_deployments')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('app_id', '=', app_id)
    .orderBy('deployment_id')
    .execute();

/** A set with its operators, in the order in which they were named. @throws {RefusedError} TVC_OPERATOR_SET_NOT_FOUND */
export async function findSet(db: Kysely<Tables>, organizationId: string, setId: string): Promise<OperatorSet> {
  const set = await db
    .selectFrom('tvc_operator_sets')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('set_id', '=', setId)
    .executeTakeFirst();
  if (!set) throw refused('TVC_OPERATOR_SET_NOT_FOUND');
  return { ...set, operators: await findOperators(db, organizationId, JSON.parse(set.operator_ids) as string[]) };
}

/** A set and those in it. */
export type OperatorSet = Row<'tvc_operator_sets'> & { readonly operators: readonly Row<'tvc_operators'>[] };

/** @throws {RefusedError} TVC_OPERATOR_NOT_FOUND */
export async function findOperators(
  db: Kysely<Tables>,
  organizationId: string,
  operatorIds: readonly string[],
): Promise<Row<'tvc_operators'>[]> {
  if (operatorIds.length === 0) return [];
  const found = await db
    .selectFrom('tvc_operators')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('operator_id', 'in', operatorIds)
    .execute();
  const byId = new Map(found.map((operator) => [operator.operator_id, operator]));
  return operatorIds.map((id) => {
    const operator = byId.get(id);
    if (!operator) throw refused('TVC_OPERATOR_NOT_FOUND');
    return operator;
  });
}

/** The operators' approvals of a manifest, oldest first. */
export const manifestApprovalsOf = (
  db: Kysely<Tables>,
  { organization_id, manifest_id }: Pick<Row<'tvc_deployments'>, 'organization_id' | 'manifest_id'>,
): Promise<Row<'tvc_approvals'>[]> =>
  db
    .selectFrom('tvc_approvals')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('manifest_id', '=', manifest_id)
    .orderBy('approval_id')
    .execute();

/** An app as the wire has it. Its domain is one that nothing answers at: nothing is booted. */
export function writeApp(app: Row<'tvc_apps'>, { manifestSet, shareSet }: AppSets): TvcApp {
  return {
    id: app.app_id,
    organizationId: app.organization_id,
    name: app.app_name,
    quorumPublicKey: app.quorum_public_key,
    manifestSet: writeSet(manifestSet),
    shareSet: writeSet(shareSet),
    enableEgress: app.enable_egress === 1,
    createdAt: timestampOf(app.created_at_ms),
    updatedAt: timestampOf(app.updated_at_ms),
    ...(app.live_deployment_id === null ? {} : { liveDeploymentId: app.live_deployment_id }),
    publicDomain: `app-${app.app_id}.invalid`,
    enableDebugModeDeployments: app.enable_debug === 1,
  };
}

/** Who operates an app. */
export type AppSets = { readonly manifestSet: OperatorSet; readonly shareSet: OperatorSet };

export const setsOf = async (db: Kysely<Tables>, app: Row<'tvc_apps'>, find = findSet): Promise<AppSets> => ({
  manifestSet: await find(db, app.organization_id, app.manifest_set_id),
  shareSet: await find(db, app.organization_id, app.share_set_id),
});

/** {@link findSet}, which reads a set that many apps share once. */
export function findingOnce(): typeof findSet {
  const known = new Map<string, Promise<OperatorSet>>();
  return (db, organizationId, setId) => {
    const found = known.get(setId) ?? findSet(db, organizationId, setId);
    known.set(setId, found);
    return found;
  };
}

/** A deployment as the wire has it. */
export async function writeDeployment(
  db: Kysely<Tables>,
  { manifestSet, shareSet }: AppSets,
  deployment: Row<'tvc_deployments'>,
): Promise<TvcDeployment> {
  const approvals = await manifestApprovalsOf(db, deployment);
  const { created_at_ms, updated_at_ms } = deployment;
  return {
    id: deployment.deployment_id,
    organizationId: deployment.organization_id,
    appId: deployment.app_id,
    manifestSet: writeSet(manifestSet),
    shareSet: writeSet(shareSet),
    manifest: {
      id: deployment.manifest_id,
      manifest: toBase64(utf8(deployment.manifest)),
      createdAt: timestampOf(created_at_ms),
      updatedAt: timestampOf(created_at_ms),
    },
    manifestApprovals: approvals.flatMap((approval) => writeApproval(manifestSet, approval)),
    qosVersion: deployment.qos_version,
    pivotContainer: JSON.parse(deployment.container),
    createdAt: timestampOf(created_at_ms),
    updatedAt: timestampOf(updated_at_ms),
    delete: deployment.is_deleted === 1,
    debugMode: deployment.debug_mode === 1,
    status: deploymentStatus(manifestSet, approvals),
  };
}

/** Whether as many of the set have approved as must. Nothing is booted here. */
export const deploymentStatus = (
  set: OperatorSet,
  approvals: readonly Row<'tvc_approvals'>[],
): TvcDeployment['status'] => ({
  approved: approvals.length >= set.threshold,
  booted: false,
});

const writeSet = (set: OperatorSet): TvcOperatorSet => ({
  id: set.set_id,
  name: set.set_name,
  organizationId: set.organization_id,
  operators: set.operators.map(writeOperator),
  threshold: set.threshold,
  createdAt: timestampOf(set.created_at_ms),
  updatedAt: timestampOf(set.created_at_ms),
});

const writeOperator = (operator: Row<'tvc_operators'>): TvcOperator => ({
  id: operator.operator_id,
  name: operator.operator_name,
  publicKey: operator.public_key,
  createdAt: timestampOf(operator.created_at_ms),
  updatedAt: timestampOf(operator.created_at_ms),
});

function writeApproval({ operators }: OperatorSet, approval: Row<'tvc_approvals'>) {
  const operator = operators.find(({ operator_id }) => operator_id === approval.operator_id);
  if (!operator) return [];
  return [
    {
      id: approval.approval_id,
      manifestId: approval.manifest_id,
      operator: writeOperator(operator),
      approval: toBase64(fromHex(approval.signature)),
      createdAt: timestampOf(approval.created_at_ms),
      updatedAt: timestampOf(approval.created_at_ms),
    },
  ];
}
