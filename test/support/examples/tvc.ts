import type * as apps from '../../../src/contract/tvc.js';
import { createTvcApp } from '../../../src/contract/tvc.js';
import type * as queries from '../../../src/contract/tvc.queries.js';
import { getTvcDeployment } from '../../../src/contract/tvc.queries.js';
import type { TvcDeployment } from '../../../src/contract/tvc.records.js';
import type * as deployments from '../../../src/contract/tvcDeployments.js';
import { createTvcDeployment, createTvcManifestApprovals } from '../../../src/contract/tvcDeployments.js';
import { absentId } from '../parties.js';
import { createOperator, type TestOperator } from '../tvcOperator.js';
import { ask } from '../wire.js';
import { type Examples, unique } from './example.js';
import type { Maker } from './resources.js';

/** The operator of all example apps, which approves their manifests. */
export const operator: Promise<TestOperator> = createOperator();
const others = Promise.all([createOperator(), createOperator()]);

export const app = async () => ({
  name: unique('App'),
  quorumPublicKey: (await operator).publicKey,
  manifestSetParams: {
    name: 'Manifest set',
    newOperators: [{ name: 'Ada', publicKey: (await operator).publicKey }],
    threshold: 1,
  },
  shareSetParams: {
    name: 'Share set',
    newOperators: (await others).map(({ publicKey }, index) => ({ name: `Holder ${index}`, publicKey })),
    threshold: 2,
  },
});

export const deploymentOf = (appId: string) => ({
  appId,
  qosVersion: 'v2026.2.6',
  pivotContainerImageUrl: `registry.example.com/app@sha256:${'0'.repeat(64)}`,
  pivotPath: '/app',
  pivotArgs: [],
  expectedPivotDigest: '1'.repeat(64),
  healthCheckType: 'TVC_HEALTH_CHECK_TYPE_HTTP' as const,
  healthCheckPort: 8080,
  publicIngressPort: 8080,
});

const makeApp = async ({ done }: Maker) => (await done(createTvcApp, await app())).appId;
const makeDeployment = async (by: Maker) => by.done(createTvcDeployment, deploymentOf(await makeApp(by)));

/** An app with a deployment. */
async function makeDeployed(by: Maker): Promise<string> {
  const appId = await makeApp(by);
  await by.done(createTvcDeployment, deploymentOf(appId));
  return appId;
}

/** Creates a deployment that its operator has approved. */
async function makeApproved(by: Maker): Promise<string> {
  const { deploymentId, manifestId } = await makeDeployment(by);
  const { organizationId } = by.root;
  const { tvcDeployment } = await ask<{ tvcDeployment: TvcDeployment }>(by.test, by.root.key, getTvcDeployment, {
    organizationId,
    deploymentId,
  });
  await by.done(createTvcManifestApprovals, {
    manifestId,
    approvals: await approvalsBy(await operator, tvcDeployment),
  });
  return deploymentId;
}

export const approvalsBy = async (by: TestOperator, { manifest, manifestSet }: TvcDeployment) => [
  { operatorId: manifestSet.operators[0]?.id ?? '', signature: await by.approve(manifest.manifest) },
];

export const tvcResources = {
  tvcAppId: { absent: absentId, make: makeDeployed },
  tvcDeploymentId: { absent: absentId, make: async (by: Maker) => (await makeDeployment(by)).deploymentId },
  tvcApprovedDeploymentId: { absent: absentId, make: makeApproved },
  tvcManifestId: { absent: absentId, make: async (by: Maker) => (await makeDeployment(by)).manifestId },
};

export const tvcExamples: Examples<typeof apps & typeof deployments & typeof queries> = {
  createTvcApp: { request: app },
  createTvcDeployment: {
    request: ({ tvcAppId }) => deploymentOf(tvcAppId),
    ofForeign: 'TVC_APP_NOT_FOUND',
  },
  createTvcManifestApprovals: {
    // The manifest exists, the operator does not.
    request: ({ tvcManifestId }) => ({
      manifestId: tvcManifestId,
      approvals: [{ operatorId: absentId, signature: '1'.repeat(128) }],
    }),
    inParent: 'TVC_OPERATOR_NOT_FOUND',
    inSub: 'TVC_OPERATOR_NOT_FOUND',
    ofForeign: 'TVC_MANIFEST_NOT_FOUND',
  },
  setTvcAppLiveDeployment: {
    request: ({ tvcApprovedDeploymentId }) => ({ deploymentId: tvcApprovedDeploymentId }),
    ofForeign: 'TVC_DEPLOYMENT_NOT_FOUND',
  },
  deleteTvcDeployment: {
    request: ({ tvcDeploymentId }) => ({ deploymentId: tvcDeploymentId }),
    ofForeign: 'TVC_DEPLOYMENT_NOT_FOUND',
  },
  restoreTvcDeployment: {
    request: ({ tvcDeploymentId }) => ({ deploymentId: tvcDeploymentId }),
    ofForeign: 'TVC_DEPLOYMENT_NOT_FOUND',
  },
  deleteTvcAppAndDeployments: {
    request: async ({ spare }) => ({ appId: await spare('tvcAppId') }),
    ofForeign: 'TVC_APP_NOT_FOUND',
  },
  getTvcApp: { request: ({ tvcAppId }) => ({ tvcAppId }), ofForeign: 'TVC_APP_NOT_FOUND' },
  listTvcApps: { request: () => ({}) },
  listTvcAppDeployments: { request: ({ tvcAppId }) => ({ appId: tvcAppId }), ofForeign: 'TVC_APP_NOT_FOUND' },
  getTvcDeployment: {
    request: ({ tvcDeploymentId }) => ({ deploymentId: tvcDeploymentId }),
    ofForeign: 'TVC_DEPLOYMENT_NOT_FOUND',
  },
  getAppStatus: { request: ({ tvcAppId }) => ({ appId: tvcAppId }), ofForeign: 'TVC_APP_NOT_FOUND' },
};
