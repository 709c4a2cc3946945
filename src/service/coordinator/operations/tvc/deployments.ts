import type { Transaction } from 'kysely';
import { refused } from '../../../../contract/refusals.js';
import type { TvcContainerSpec } from '../../../../contract/tvc.records.js';
import type {
  CreateTvcDeploymentParameters,
  createTvcDeployment,
  createTvcManifestApprovals,
  deleteTvcDeployment,
  restoreTvcDeployment,
} from '../../../../contract/tvcDeployments.js';
import { utf8 } from '../../../../crypto/bytes.js';
import { sha256 } from '../../../../crypto/digest.js';
import { fromHex } from '../../../../crypto/hex.js';
import { compressPoint } from '../../../../crypto/p256.js';
import { limits } from '../../../limits/limits.js';
import type { Flag } from '../../../store/columns.js';
import type { Row, Tables } from '../../../store/schema.js';
import type { ActivityHandler, ParametersOf } from '../../engine/handlers/handler.js';
import { done } from '../../engine/handlers/outcome.js';
import {
  type AppSets,
  deploymentsOf,
  findApp,
  findDeployment,
  findSet,
  type OperatorSet,
  setsOf,
} from '../../records/tvc.js';

/** A deployment with its manifest, which waits for its operators. */
const createTvcDeploymentHandler: ActivityHandler<typeof createTvcDeployment> = {
  async execute({ parameters }, { tools, transaction, organization, nowMs }) {
    const organizationId = organization.organization_id;
    const app = await findApp(transaction, organizationId, parameters.appId);
    const { debugMode = false, nonce = Math.floor(nowMs / 1000) } = parameters;
    if (debugMode && app.enable_debug === 0) throw refused('TVC_DEBUG_NOT_ENABLED');
    const others = await deploymentsOf(transaction, app);
    if (others.length >= limits.tvcDeployments.most)
      throw refused('LIMIT_REACHED', { about: `${limits.tvcDeployments.most} deployments of an app` });
    const manifest = writeManifest({
      app,
      ...(await setsOf(transaction, app)),
      nonce,
      parameters: { ...parameters, debugMode },
    });
    // All of them are answered together.
    const characters = others.reduce((sum, other) => sum + other.manifest.length, manifest.length);
    if (characters > limits.tvcManifests.most)
      throw refused('LIMIT_REACHED', { about: `${limits.tvcManifests.most} characters of manifests of an app` });
    const ids = { deploymentId: tools.newTimedId(nowMs), manifestId: tools.newTimedId(nowMs) };
    await transaction
      .insertInto('tvc_deployments')
      .values({
        organization_id: organizationId,
        deployment_id: ids.deploymentId,
        app_id: app.app_id,
        manifest_id: ids.manifestId,
        manifest,
        qos_version: parameters.qosVersion,
        container: JSON.stringify(containerOf(parameters)),
        replicas: parameters.replicas ?? (debugMode ? 1 : 3),
        debug_mode: debugMode ? 1 : 0,
        is_deleted: 0,
        created_at_ms: nowMs,
        updated_at_ms: nowMs,
      })
      .execute();
    return done(ids);
  },
};

/** The pull secret itself is not kept: nothing is pulled. */
const containerOf = (parameters: ParametersOf<typeof createTvcDeployment>): TvcContainerSpec => ({
  containerUrl: parameters.pivotContainerImageUrl,
  path: parameters.pivotPath,
  args: parameters.pivotArgs,
  hasPullSecret: parameters.pivotContainerEncryptedPullSecret !== undefined,
  healthCheckType: parameters.healthCheckType,
  healthCheckPort: parameters.healthCheckPort,
  publicIngressPort: parameters.publicIngressPort,
});

type Described = AppSets & {
  readonly app: Row<'tvc_apps'>;
  readonly nonce: number;
  readonly parameters: CreateTvcDeploymentParameters;
};

/**
 * The manifest of a deployment: what is to run, under which key, and who may approve it. Members are sorted and numbers are texts, as
 * the hosted service's second version has them. It measures no enclave, since none is booted.
 *
 * @see docs/wire.md 6, manifest
 */
function writeManifest({ app, manifestSet, shareSet, nonce, parameters }: Described): string {
  return sortedJson({
    enclave: { qosCommit: parameters.qosVersion },
    manifestSet: membersOf(manifestSet),
    namespace: { name: `tvc/${app.app_id}`, nonce: String(nonce), quorumKey: app.quorum_public_key },
    pivot: {
      args: parameters.pivotArgs,
      debugMode: parameters.debugMode ?? false,
      hash: parameters.expectedPivotDigest,
      image: parameters.pivotContainerImageUrl,
      path: parameters.pivotPath,
    },
    shareSet: membersOf(shareSet),
    version: '2',
  });
}

const membersOf = ({ threshold, operators }: OperatorSet) => ({
  members: operators.map(({ operator_name, public_key }) => ({ alias: operator_name, pubKey: public_key })),
  threshold: String(threshold),
});

/** JSON without spaces, with members sorted by name. */
function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${sortedJson(member)}`).join()}}`;
}

/** Keeps all the approvals, or none. One that an operator gives again takes the place of the earlier one. */
const createTvcManifestApprovalsHandler: ActivityHandler<typeof createTvcManifestApprovals> = {
  async execute({ parameters: { manifestId, approvals } }, { tools, transaction, organization, nowMs }) {
    const { organization_id } = organization;
    const deployment = await transaction
      .selectFrom('tvc_deployments')
      .selectAll()
      .where('organization_id', '=', organization_id)
      .where('manifest_id', '=', manifestId)
      .executeTakeFirst();
    if (!deployment) throw refused('TVC_MANIFEST_NOT_FOUND');
    const app = await findApp(transaction, organization_id, deployment.app_id);
    const { operators } = await findSet(transaction, organization_id, app.manifest_set_id);
    const digest = await sha256(utf8(deployment.manifest));
    const approvalIds: string[] = [];
    for (const { operatorId, signature } of approvals) {
      const operator = operators.find(({ operator_id }) => operator_id === operatorId);
      if (!operator) throw refused('TVC_OPERATOR_NOT_FOUND');
      const signingKey = compressPoint(fromHex(operator.public_key).slice(65));
      if (!(await tools.primitives.verifyP256(signingKey, fromHex(signature), digest))) {
        throw refused('TVC_APPROVAL_INVALID');
      }
      const approval = { approval_id: tools.newTimedId(nowMs), signature, created_at_ms: nowMs };
      await transaction
        .insertInto('tvc_approvals')
        .values({ organization_id, manifest_id: manifestId, operator_id: operatorId, ...approval })
        .onConflict((conflict) =>
          conflict.columns(['organization_id', 'manifest_id', 'operator_id']).doUpdateSet(approval),
        )
        .execute();
      approvalIds.push(approval.approval_id);
    }
    return done({ approvalIds });
  },
};

/** Marks a deployment as deleted, unless its app is meant to be served by it. */
const deleteTvcDeploymentHandler: ActivityHandler<typeof deleteTvcDeployment> = {
  async execute({ parameters: { deploymentId } }, { transaction, organization: { organization_id }, nowMs }) {
    const deployment = await findDeployment(transaction, organization_id, deploymentId);
    const app = await findApp(transaction, organization_id, deployment.app_id);
    if (app.live_deployment_id === deploymentId) throw refused('TVC_DEPLOYMENT_LIVE');
    await mark(transaction, deployment, { is_deleted: 1, updated_at_ms: nowMs });
    return done({ deploymentId });
  },
};

/** Takes the mark away. */
const restoreTvcDeploymentHandler: ActivityHandler<typeof restoreTvcDeployment> = {
  async execute({ parameters: { deploymentId } }, { transaction, organization, nowMs }) {
    const deployment = await findDeployment(transaction, organization.organization_id, deploymentId);
    await mark(transaction, deployment, { is_deleted: 0, updated_at_ms: nowMs });
    return done({ deploymentId });
  },
};

async function mark(
  transaction: Transaction<Tables>,
  { organization_id, deployment_id }: Row<'tvc_deployments'>,
  marked: { is_deleted: Flag; updated_at_ms: number },
): Promise<void> {
  await transaction
    .updateTable('tvc_deployments')
    .set(marked)
    .where('organization_id', '=', organization_id)
    .where('deployment_id', '=', deployment_id)
    .execute();
}

export const tvcDeploymentHandlers = {
  createTvcDeployment: createTvcDeploymentHandler,
  createTvcManifestApprovals: createTvcManifestApprovalsHandler,
  deleteTvcDeployment: deleteTvcDeploymentHandler,
  restoreTvcDeployment: restoreTvcDeploymentHandler,
};
