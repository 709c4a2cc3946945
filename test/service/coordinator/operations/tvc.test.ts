import { afterAll, describe, expect, test } from 'vitest';
import { createTvcApp, deleteTvcAppAndDeployments, setTvcAppLiveDeployment } from '../../../../src/contract/tvc.js';
import {
  getAppStatus,
  getTvcApp,
  getTvcDeployment,
  listTvcAppDeployments,
  listTvcApps,
} from '../../../../src/contract/tvc.queries.js';
import type { TvcApp, TvcAppStatus, TvcDeployment } from '../../../../src/contract/tvc.records.js';
import {
  createTvcDeployment,
  createTvcManifestApprovals,
  deleteTvcDeployment,
  restoreTvcDeployment,
} from '../../../../src/contract/tvcDeployments.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { done, makeSubOrganization, type Party, refusedAs, rootOf } from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { createOperator, type TestOperator } from '../../../support/tvcOperator.js';
import { ask } from '../../../support/wire.js';

const container = {
  qosVersion: 'v2026.2.6',
  pivotContainerImageUrl: `registry.example.com/app@sha256:${'0'.repeat(64)}`,
  pivotPath: '/app',
  pivotArgs: ['--port', '8080'] as string[],
  expectedPivotDigest: '1'.repeat(64),
  healthCheckType: 'TVC_HEALTH_CHECK_TYPE_HTTP' as const,
  healthCheckPort: 8080,
  publicIngressPort: 443,
};

describe.each(databases)('TVC apps on $name', ({ open }) => {
  let closing: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of closing) await close();
    closing = [];
  });

  async function begin(): Promise<{ service: TestService; root: Party; operators: TestOperator[] }> {
    const store = await open();
    const service = await createTestService({ store });
    closing.push(() => service.close());
    const operators = [await createOperator(), await createOperator(), await createOperator()];
    return { service, root: await rootOf(service), operators };
  }

  const appOf = (operators: readonly TestOperator[], name = 'App', more: object = {}) => ({
    name,
    quorumPublicKey: operators[0]?.publicKey ?? '',
    manifestSetParams: {
      name: 'Manifest set',
      newOperators: operators.map(({ publicKey }, index) => ({ name: `Operator ${index}`, publicKey })),
      threshold: 2,
    },
    shareSetParams: {
      name: 'Share set',
      newOperators: operators.map(({ publicKey }, index) => ({ name: `Holder ${index}`, publicKey })),
      threshold: 2,
    },
    ...more,
  });

  test('a deployment is live once enough operators have approved its manifest', async () => {
    const { service, root, operators } = await begin();
    const { organizationId } = root;
    const made = await done(service, root, createTvcApp, appOf(operators));
    const { appId, manifestSetOperatorIds } = made;
    expect(made).toMatchObject({ manifestSetThreshold: 2, shareSetThreshold: 2 });
    const { tvcApp } = await ask<{ tvcApp: TvcApp }>(service, root.key, getTvcApp, { organizationId, tvcAppId: appId });
    expect(tvcApp).toMatchObject({ name: 'App', manifestSet: { threshold: 2 }, enableEgress: false });
    expect(tvcApp).not.toHaveProperty('liveDeploymentId');
    expect(tvcApp.manifestSet.operators.map(({ id }) => id)).toEqual(manifestSetOperatorIds);
    expect(await ask(service, root.key, listTvcApps, { organizationId })).toEqual({ tvcApps: [tvcApp] });

    const secret = { pivotContainerEncryptedPullSecret: 'encrypted' };
    const ids = await done(service, root, createTvcDeployment, { appId, ...container, ...secret, nonce: 7 });
    const { deploymentId, manifestId } = ids;
    const read = async () =>
      (
        await ask<{ tvcDeployment: TvcDeployment }>(service, root.key, getTvcDeployment, {
          organizationId,
          deploymentId,
        })
      ).tvcDeployment;
    const { manifest, ...deployment } = await read();
    expect(deployment).toMatchObject({
      pivotContainer: { hasPullSecret: true, args: ['--port', '8080'] },
      manifestApprovals: [],
      delete: false,
      status: { approved: false, booted: false },
    });
    expect(JSON.parse(Buffer.from(manifest.manifest, 'base64').toString())).toMatchObject({
      namespace: { nonce: '7', quorumKey: operators[0]?.publicKey },
      manifestSet: { threshold: '2' },
      pivot: { hash: '1'.repeat(64), debugMode: false },
    });

    await refusedAs('TVC_NOT_APPROVED', service, root, setTvcAppLiveDeployment, { deploymentId });
    const approvalBy = async (index: number) => ({
      operatorId: manifestSetOperatorIds[index] ?? '',
      signature: (await operators[index]?.approve(manifest.manifest)) ?? '',
    });
    const approve = async (...indexes: number[]) =>
      done(service, root, createTvcManifestApprovals, {
        manifestId,
        approvals: await Promise.all(indexes.map(approvalBy)),
      });
    await approve(0);
    await approve(0);
    expect((await read()).manifestApprovals).toHaveLength(1);
    await refusedAs('TVC_NOT_APPROVED', service, root, setTvcAppLiveDeployment, { deploymentId });
    await approve(1);
    expect((await read()).status.approved).toBe(true);
    await done(service, root, setTvcAppLiveDeployment, { deploymentId });
    const { appStatus } = await ask<{ appStatus: TvcAppStatus }>(service, root.key, getAppStatus, {
      organizationId,
      appId,
    });
    expect(appStatus).toMatchObject({
      targetedDeploymentId: deploymentId,
      deployments: [{ deploymentId, readyReplicas: 0, desiredReplicas: 3, status: { approved: true, booted: false } }],
    });
    await refusedAs('TVC_DEPLOYMENT_LIVE', service, root, deleteTvcDeployment, { deploymentId });

    const second = await done(service, root, createTvcDeployment, { appId, ...container });
    await done(service, root, deleteTvcDeployment, { deploymentId: second.deploymentId });
    const list = () =>
      ask<{ tvcDeployments: TvcDeployment[] }>(service, root.key, listTvcAppDeployments, { organizationId, appId });
    expect((await list()).tvcDeployments.map((each) => each.delete)).toEqual([false, true]);
    await done(service, root, restoreTvcDeployment, { deploymentId: second.deploymentId });
    expect((await list()).tvcDeployments.map((each) => each.delete)).toEqual([false, false]);

    await done(service, root, deleteTvcAppAndDeployments, { appId });
    expect(await ask(service, root.key, listTvcApps, { organizationId })).toEqual({ tvcApps: [] });
    await refusedAs('TVC_DEPLOYMENT_NOT_FOUND', service, root, restoreTvcDeployment, { deploymentId });
    // The sets are there for the next app.
    const named = { manifestSetId: made.manifestSetId, shareSetId: made.shareSetId };
    const again = await done(service, root, createTvcApp, {
      name: 'App',
      quorumPublicKey: operators[0]?.publicKey ?? '',
      ...named,
    });
    expect(again).toMatchObject({ ...named, manifestSetOperatorIds });
  });

  test('A-64: the manifests of an app, which are answered together, have a bound', async () => {
    const { service, root, operators } = await begin();
    const { appId } = await done(service, root, createTvcApp, appOf(operators));
    const long = { ...container, appId, pivotArgs: Array.from({ length: 100 }, () => 'x'.repeat(4000)) };
    for (const nonce of [1, 2]) await done(service, root, createTvcDeployment, { ...long, nonce });
    await refusedAs('LIMIT_REACHED', service, root, createTvcDeployment, { ...long, nonce: 3 });
    await done(service, root, createTvcDeployment, { ...container, appId });
  });

  test('A-64: the operators of all apps, which are listed together, have a bound, and a set is counted for each app', async () => {
    const { service, root, operators } = await begin();
    const made = await done(service, root, createTvcApp, appOf(operators));
    const many = await Promise.all(Array.from({ length: 96 }, createOperator));
    const large = await done(service, root, createTvcApp, appOf(many, 'Large'));
    const named = { manifestSetId: large.manifestSetId, shareSetId: large.shareSetId };
    const another = (index: number, sets: object) => ({
      name: `App ${index}`,
      quorumPublicKey: operators[0]?.publicKey ?? '',
      ...sets,
    });
    for (let index = 0; index < 9; index += 1) await done(service, root, createTvcApp, another(index, named));
    await refusedAs('LIMIT_REACHED', service, root, createTvcApp, another(10, named));
    const small = { manifestSetId: made.manifestSetId, shareSetId: made.shareSetId };
    await done(service, root, createTvcApp, another(11, small));
    const { organizationId } = root;
    const { tvcApps } = await ask<{ tvcApps: TvcApp[] }>(service, root.key, listTvcApps, { organizationId });
    expect(tvcApps.map(({ shareSet }) => shareSet.operators.length)).toEqual([3, ...Array(10).fill(96), 3]);
  });

  test('data that are not what they claim are refused', async () => {
    const { service, root, operators } = await begin();
    const other = (await makeSubOrganization(service)).users[0];
    const refusedApp = (code: Parameters<typeof refusedAs>[0], more: object) =>
      refusedAs(code, service, root, createTvcApp, appOf(operators, 'Refused', more));
    const one = { name: 'One', newOperators: [{ name: 'Ada', publicKey: operators[0]?.publicKey }], threshold: 1 };
    await refusedApp('TVC_OPERATORS_INVALID', { shareSetParams: one });
    await refusedApp('TVC_OPERATORS_INVALID', { manifestSetParams: { ...one, threshold: 2 } });
    await refusedApp('TVC_OPERATORS_INVALID', { manifestSetParams: undefined });
    await refusedApp('PUBLIC_KEY_INVALID', { quorumPublicKey: `04${'f'.repeat(258)}` });
    const made = await done(service, root, createTvcApp, appOf(operators));
    await refusedApp('NAME_TAKEN', { name: 'App' });
    await refusedApp('TVC_OPERATORS_INVALID', { manifestSetId: made.manifestSetId });
    const theirs = { ...appOf(operators), manifestSetParams: undefined, manifestSetId: made.manifestSetId };
    await refusedAs('TVC_OPERATOR_SET_NOT_FOUND', service, other, createTvcApp, theirs);
    const [operatorId = ''] = made.manifestSetOperatorIds;
    const existing = { name: 'Theirs', existingOperatorIds: [operatorId], threshold: 1 };
    await refusedAs('TVC_OPERATOR_NOT_FOUND', service, other, createTvcApp, {
      ...appOf(operators),
      manifestSetParams: existing,
    });

    const { appId } = made;
    const debug = { appId, ...container, debugMode: true };
    await refusedAs('TVC_DEBUG_NOT_ENABLED', service, root, createTvcDeployment, debug);
    await refusedAs('TVC_APP_NOT_FOUND', service, other, createTvcDeployment, { appId, ...container });
    const { manifestId } = await done(service, root, createTvcDeployment, { appId, ...container });
    const signature = (await operators[0]?.approve('aW52YWxpZA==')) ?? '';
    const approvals = [{ operatorId, signature }];
    await refusedAs('TVC_APPROVAL_INVALID', service, root, createTvcManifestApprovals, { manifestId, approvals });
    await refusedAs('TVC_MANIFEST_NOT_FOUND', service, other, createTvcManifestApprovals, { manifestId, approvals });
  });
});
