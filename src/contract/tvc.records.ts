import * as v from 'valibot';
import { timestamp } from './fields.js';

/** How a deployment's health is checked. @see docs/wire.md 2.12 */
export const healthCheckType = v.picklist(['TVC_HEALTH_CHECK_TYPE_HTTP', 'TVC_HEALTH_CHECK_TYPE_GRPC']);

/** `publicKey`: 130 bytes in lowercase hex, the encryption key followed by the signing key, each SEC 1 uncompressed. */
const tvcOperator = v.object({
  id: v.string(),
  name: v.string(),
  publicKey: v.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

const tvcOperatorSet = v.object({
  id: v.string(),
  name: v.string(),
  organizationId: v.string(),
  operators: v.array(tvcOperator),
  threshold: v.number(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** @see docs/wire.md S2.3 */
export const tvcApp = v.object({
  id: v.string(),
  organizationId: v.string(),
  name: v.string(),
  quorumPublicKey: v.string(),
  manifestSet: tvcOperatorSet,
  shareSet: tvcOperatorSet,
  enableEgress: v.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
  liveDeploymentId: v.optional(v.string()),
  publicDomain: v.string(),
  enableDebugModeDeployments: v.boolean(),
});

/** `manifest`: base64 of the manifest's bytes, a JSON text with sorted members. */
const tvcManifest = v.object({ id: v.string(), manifest: v.string(), createdAt: timestamp, updatedAt: timestamp });

/** `approval`: base64 of the signature, 64 bytes r ‖ s. */
const tvcOperatorApproval = v.object({
  id: v.string(),
  manifestId: v.string(),
  operator: tvcOperator,
  approval: v.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

const tvcContainerSpec = v.object({
  containerUrl: v.string(),
  path: v.string(),
  args: v.array(v.string()),
  hasPullSecret: v.boolean(),
  healthCheckType,
  healthCheckPort: v.number(),
  publicIngressPort: v.number(),
});

/**
 * A member of our own: this service stores deployments and their approvals, and runs none. `approved`: whether enough operators of the
 * manifest set have approved the manifest.
 */
const tvcStatus = v.object({
  approved: v.boolean(),
  booted: v.literal(false),
});

/** @see docs/wire.md S2.4 */
export const tvcDeployment = v.object({
  id: v.string(),
  organizationId: v.string(),
  appId: v.string(),
  manifestSet: tvcOperatorSet,
  shareSet: tvcOperatorSet,
  manifest: tvcManifest,
  manifestApprovals: v.array(tvcOperatorApproval),
  qosVersion: v.string(),
  pivotContainer: tvcContainerSpec,
  createdAt: timestamp,
  updatedAt: timestamp,
  delete: v.boolean(),
  debugMode: v.boolean(),
  status: tvcStatus,
});

/** `status` is a member of our own. @see docs/wire.md 2.15 `get_app_status` */
export const appStatus = v.object({
  appId: v.string(),
  deployments: v.array(
    v.object({
      deploymentId: v.string(),
      readyReplicas: v.number(),
      desiredReplicas: v.number(),
      lastUpdatedTime: timestamp,
      status: tvcStatus,
    }),
  ),
  targetedDeploymentId: v.string(),
});

export interface TvcOperator extends v.InferOutput<typeof tvcOperator> {}
export interface TvcOperatorSet extends v.InferOutput<typeof tvcOperatorSet> {}
export interface TvcOperatorApproval extends v.InferOutput<typeof tvcOperatorApproval> {}
export interface TvcContainerSpec extends v.InferOutput<typeof tvcContainerSpec> {}
export interface TvcApp extends v.InferOutput<typeof tvcApp> {}
export interface TvcDeployment extends v.InferOutput<typeof tvcDeployment> {}
export interface TvcAppStatus extends v.InferOutput<typeof appStatus> {}
