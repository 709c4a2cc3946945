import * as v from 'valibot';
import { count, label, text, uuid } from './fields.js';
import { activity } from './row.js';
import { getAppStatus, getTvcDeployment, listTvcAppDeployments } from './tvc.queries.js';
import { healthCheckType } from './tvc.records.js';

const imageByDigest = v.pipe(
  text,
  v.regex(/^[^\s@]+@sha256:[0-9a-f]{64}$/, 'must name its image by digest, like registry/image@sha256:…'),
);
const createTvcDeploymentParameters = v.strictObject({
  appId: uuid,
  qosVersion: label,
  pivotContainerImageUrl: imageByDigest,
  pivotPath: v.pipe(text, v.minLength(1, 'must not be empty')),
  pivotArgs: v.pipe(v.array(text), v.maxLength(100)),
  expectedPivotDigest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be SHA-256 in lowercase hex')),
  nonce: v.optional(count(0, 4_294_967_295)),
  pivotContainerEncryptedPullSecret: v.optional(text),
  debugMode: v.optional(v.boolean()),
  healthCheckType,
  healthCheckPort: count(1, 65_535),
  publicIngressPort: count(1, 65_535),
  replicas: v.optional(count(1, 100)),
});
const createTvcDeploymentResult = v.object({ deploymentId: v.string(), manifestId: v.string() });
export interface CreateTvcDeploymentParameters extends v.InferInput<typeof createTvcDeploymentParameters> {}
export interface CreateTvcDeploymentResult extends v.InferOutput<typeof createTvcDeploymentResult> {}

/**
 * Creates a deployment of a TVC app and its manifest, which the operators of the manifest set approve. `nonce` defaults to the current time
 * in seconds since 1970. `replicas`: three, or one in debug mode. Nothing is run.
 *
 * @throws TVC_APP_NOT_FOUND, TVC_DEBUG_NOT_ENABLED, LIMIT_REACHED
 * @see docs/wire.md 2.14 `create_tvc_deployment`, 10
 */
export const createTvcDeployment = activity({
  name: 'create_tvc_deployment',
  versions: {
    V1: {
      parameters: createTvcDeploymentParameters as v.GenericSchema<CreateTvcDeploymentParameters>,
      result: createTvcDeploymentResult as v.GenericSchema<CreateTvcDeploymentResult>,
    },
  },
  newest: 'V1',
  resource: 'TVC_DEPLOYMENT',
  action: 'CREATE',
  right: 'quorum',
  changes: [listTvcAppDeployments, getAppStatus],
  refusals: ['TVC_APP_NOT_FOUND', 'TVC_DEBUG_NOT_ENABLED', 'LIMIT_REACHED'],
});

const approvalsParameters = v.strictObject({
  manifestId: uuid,
  approvals: v.pipe(
    v.array(
      v.strictObject({
        operatorId: uuid,
        signature: v.pipe(v.string(), v.regex(/^[0-9a-fA-F]{128}$/, 'must be 128 hex characters'), v.toLowerCase()),
      }),
    ),
    v.minLength(1),
    v.maxLength(100),
  ),
});
const createTvcManifestApprovalsResult = v.object({ approvalIds: v.array(v.string()) });
export interface CreateTvcManifestApprovalsParameters extends v.InferInput<typeof approvalsParameters> {}
export interface CreateTvcManifestApprovalsResult extends v.InferOutput<typeof createTvcManifestApprovalsResult> {}

/**
 * Records approvals of a manifest by operators of the manifest set. `signature`: raw r ‖ s, 128 hex characters, ECDSA with SHA-256 over the
 * 32 bytes of the manifest's SHA-256, by the operator's second key. An operator counts once, however often it approves.
 *
 * @throws TVC_MANIFEST_NOT_FOUND, TVC_OPERATOR_NOT_FOUND, TVC_APPROVAL_INVALID
 * @see docs/wire.md 2.14 `create_tvc_manifest_approvals`
 */
export const createTvcManifestApprovals = activity({
  name: 'create_tvc_manifest_approvals',
  versions: {
    V1: {
      parameters: approvalsParameters as v.GenericSchema<CreateTvcManifestApprovalsParameters>,
      result: createTvcManifestApprovalsResult as v.GenericSchema<CreateTvcManifestApprovalsResult>,
    },
  },
  newest: 'V1',
  resource: 'TVC_DEPLOYMENT',
  action: 'UPDATE',
  right: 'quorum',
  changes: [getTvcDeployment, listTvcAppDeployments, getAppStatus],
  refusals: ['TVC_MANIFEST_NOT_FOUND', 'TVC_OPERATOR_NOT_FOUND', 'TVC_APPROVAL_INVALID'],
});

const ofDeployment = v.strictObject({ deploymentId: uuid });
const deploymentId = v.object({ deploymentId: v.string() });
export interface DeleteTvcDeploymentParameters extends v.InferInput<typeof ofDeployment> {}
export interface DeleteTvcDeploymentResult extends v.InferOutput<typeof deploymentId> {}

/**
 * Marks a deployment as deleted; it can be restored. The live deployment cannot be deleted: make another one live first.
 *
 * @throws TVC_DEPLOYMENT_NOT_FOUND, TVC_DEPLOYMENT_LIVE
 * @see docs/wire.md 10
 */
export const deleteTvcDeployment = activity({
  name: 'delete_tvc_deployment',
  versions: {
    V1: {
      parameters: ofDeployment as v.GenericSchema<DeleteTvcDeploymentParameters>,
      result: deploymentId as v.GenericSchema<DeleteTvcDeploymentResult>,
    },
  },
  newest: 'V1',
  resource: 'TVC_DEPLOYMENT',
  action: 'DELETE',
  right: 'quorum',
  changes: [getTvcDeployment, listTvcAppDeployments, getAppStatus],
  refusals: ['TVC_DEPLOYMENT_NOT_FOUND', 'TVC_DEPLOYMENT_LIVE'],
});

export interface RestoreTvcDeploymentParameters extends v.InferInput<typeof ofDeployment> {}
export interface RestoreTvcDeploymentResult extends v.InferOutput<typeof deploymentId> {}

/**
 * Restores a deleted deployment.
 *
 * @throws TVC_DEPLOYMENT_NOT_FOUND
 * @see docs/wire.md 10
 */
export const restoreTvcDeployment = activity({
  name: 'restore_tvc_deployment',
  versions: {
    V1: {
      parameters: ofDeployment as v.GenericSchema<RestoreTvcDeploymentParameters>,
      result: deploymentId as v.GenericSchema<RestoreTvcDeploymentResult>,
    },
  },
  newest: 'V1',
  resource: 'TVC_DEPLOYMENT',
  action: 'UPDATE',
  right: 'quorum',
  changes: [getTvcDeployment, listTvcAppDeployments, getAppStatus],
  refusals: ['TVC_DEPLOYMENT_NOT_FOUND'],
});
