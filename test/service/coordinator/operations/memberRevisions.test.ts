import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../src/contract/activities.js';
import { disableAuthProxy, enableAuthProxy, updateAuthProxyConfig } from '../../../../src/contract/authProxy.js';
import { type GetAuthProxyConfigResponse, getAuthProxyConfig } from '../../../../src/contract/authProxy.queries.js';
import { createEmailTemplate, updateEmailTemplate } from '../../../../src/contract/emailTemplates.js';
import { type GetEmailTemplateResponse, getEmailTemplate } from '../../../../src/contract/emailTemplates.queries.js';
import { updateRootQuorum } from '../../../../src/contract/organizations.js';
import { createPolicy, updatePolicy } from '../../../../src/contract/policies.js';
import { type GetPolicyResponse, getPolicy } from '../../../../src/contract/policies.queries.js';
import type { RefusalBody } from '../../../../src/contract/refusalBody.js';
import type { ActivityRow } from '../../../../src/contract/row.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { act, done, makeMember, type Party, refusedAs, rootOf, sendStamped } from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { ask, envelope } from '../../../support/wire.js';

let service: TestService;
let root: Party;
let bob: Party;
afterEach(() => service.close());

const config = async () => {
  const { organizationId } = root;
  return (await ask<GetAuthProxyConfigResponse>(service, root.key, getAuthProxyConfig, { organizationId }))
    .authProxyConfig;
};
const revision = async () => (await config()).revision ?? '';
const issuer = (id: string) => ({ id, issuer: `https://${id}.example.com`, clientIds: ['web'], label: id });
const ids = async () => (await config()).oidcIssuers.map(({ id }) => id);
const setting = (changes: object) => done(service, root, updateAuthProxyConfig, changes);

const text = { language: 'en' as const, subject: '{{code}}', text: '{{code}}', html: '<p>{{code}}</p>' };
const template = async (emailTemplateId: string) => {
  const { organizationId } = root;
  return (await ask<GetEmailTemplateResponse>(service, root.key, getEmailTemplate, { organizationId, emailTemplateId }))
    .emailTemplate;
};
const newTemplate = async () =>
  (
    await done(service, root, createEmailTemplate, {
      name: 'Codes',
      kind: 'EMAIL_TEMPLATE_KIND_CODE',
      texts: [text],
    })
  ).emailTemplateId;

/** From now on each change takes root and Bob. */
const needBoth = () => done(service, root, updateRootQuorum, { threshold: 2, userIds: [root.userId, bob.userId] });
/** @returns what others vote on. */
async function waiting(by: Party, row: ActivityRow, parameters: object): Promise<{ fingerprint: string }> {
  const { status, fingerprint } = await act(service, by, row, parameters);
  expect(status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  return { fingerprint };
}

async function refusalOf(row: ActivityRow, parameters: object): Promise<RefusalBody & { status: number }> {
  service.clock.advanceMs(1);
  const body = envelope(service, row, root.organizationId, parameters);
  const answer = await sendStamped(service, root.key, row, body);
  return { ...((await answer.json()) as RefusalBody), status: answer.status };
}

describe.each(databases)('on $name', ({ open }) => {
  beforeEach(async () => {
    service = await createTestService({ store: await open() });
    root = await rootOf(service);
    bob = await makeMember(service, root.organizationId, null, 'Bob');
  });

  test('of two changes of one setting that were made from the same, the second is refused with what it says now', async () => {
    const opened = await revision();
    await setting({ oidcIssuers: [issuer('first')], expectedRevision: opened });
    const { status, code, message, details } = await refusalOf(updateAuthProxyConfig, {
      oidcIssuers: [issuer('second')],
      otpLength: 8,
      expectedRevision: opened,
    });
    expect({ status, code, message }).toEqual({ status: 409, code: 10, message: expect.stringMatching(/oidcIssuers/) });
    expect(details).toMatchObject([
      { reason: 'PROXY_CONFIG_CHANGED' },
      {
        fieldViolations: [
          { field: 'oidcIssuers', description: JSON.stringify([issuer('first')]) },
          { field: 'revision', description: await revision() },
        ],
      },
    ]);
    expect(await config()).toMatchObject({ oidcIssuers: [issuer('first')], otpLength: 6 });
    await setting({ oidcIssuers: [issuer('first'), issuer('second')], expectedRevision: await revision() });
    expect(await ids()).toEqual(['first', 'second']);
  });

  test('other settings may have changed meanwhile, and so may this one for whoever names no revision', async () => {
    const opened = await revision();
    await setting({ otpLength: 8, oidcIssuers: [] }); // the list is as it was
    await setting({ oidcIssuers: [issuer('first')], expectedRevision: opened });
    await setting({ oidcIssuers: [issuer('second')] });
    expect(await config()).toMatchObject({ otpLength: 8, oidcIssuers: [issuer('second')] });
  });

  test('a long setting is told by its beginning, and a secret by nothing', async () => {
    const opened = await revision();
    const origins = Array.from({ length: 90 }, (_, each) => `https://app${each}.example.com`);
    await setting({ allowedOrigins: origins, turnstileSecretKey: '0x4AAAAAAAsecret' });
    const stale = { allowedOrigins: ['*'], turnstileSecretKey: '0x4AAAAAAAother', expectedRevision: opened };
    const { details } = await refusalOf(updateAuthProxyConfig, stale);
    const told = JSON.stringify(details);
    expect(details[1]?.fieldViolations).toEqual([
      { field: 'allowedOrigins', description: expect.stringMatching(/^\["https:\/\/app0\..{1,1010}…$/) },
      { field: 'turnstileSecretKey', description: expect.not.stringContaining('0x') },
      { field: 'revision', description: await revision() },
    ]);
    expect(told).not.toContain('secret');
    expect((await config()).allowedOrigins).toEqual(origins);
  });

  test('a revision that the configuration never had is refused, whatever the change gives', async () => {
    const later = String(Number(await revision()) + 1);
    await refusedAs('PROXY_CONFIG_CHANGED', service, root, updateAuthProxyConfig, {
      otpLength: 8,
      expectedRevision: later,
    });
    await refusedAs('REQUEST_INVALID', service, root, updateAuthProxyConfig, { expectedRevision: 'newest' });
    expect((await config()).otpLength).toBe(6);
  });

  test('each change has a later revision, also the one of a switch and that of a clock which was set back', async () => {
    const seen = [await revision()];
    for (const row of [disableAuthProxy, enableAuthProxy]) {
      await done(service, root, row, {});
      seen.push(await revision());
    }
    await setting({ otpLength: 8 });
    seen.push(await revision());
    const { db } = service.service.tools.store;
    const hourLater = service.clock() + 3_600_000; // as if the clock had been an hour ahead
    await db.updateTable('auth_proxy_configs').set({ updated_at_ms: hourLater }).execute();
    seen.push(await revision());
    await setting({ otpLength: 7 });
    seen.push(await revision());
    expect(seen.map(Number)).toEqual([...new Set(seen.map(Number))].sort((one, other) => one - other));
    const stale = { otpLength: 9, expectedRevision: seen.at(-2) ?? '' };
    await refusedAs('PROXY_CONFIG_CHANGED', service, root, updateAuthProxyConfig, stale);
  });

  test('what waits for approval is refused when it is submitted late, and when it is decided late', async () => {
    const opened = await revision();
    await needBoth();
    const first = await waiting(root, updateAuthProxyConfig, {
      oidcIssuers: [issuer('first')],
      expectedRevision: opened,
    });
    const second = await waiting(bob, updateAuthProxyConfig, {
      oidcIssuers: [issuer('second')],
      expectedRevision: opened,
    });
    const beside = await waiting(bob, updateAuthProxyConfig, { otpLength: 8, expectedRevision: opened });
    await done(service, bob, approveActivity, first);
    await refusedAs('PROXY_CONFIG_CHANGED', service, root, approveActivity, second);
    await done(service, root, approveActivity, beside);
    expect(await config()).toMatchObject({ oidcIssuers: [issuer('first')], otpLength: 8 });
    const late = { oidcIssuers: [issuer('late')], expectedRevision: opened };
    await refusedAs('PROXY_CONFIG_CHANGED', service, bob, updateAuthProxyConfig, late);
    const both = { oidcIssuers: [issuer('first'), issuer('late')], expectedRevision: await revision() };
    await done(service, root, approveActivity, await waiting(bob, updateAuthProxyConfig, both));
    expect(await ids()).toEqual(['first', 'late']);
  });

  test('of two changes of a template’s texts the second is refused, and one of its name is not', async () => {
    const emailTemplateId = await newTemplate();
    const { revision: opened = '' } = await template(emailTemplateId);
    const theirs = [{ ...text, subject: 'Theirs {{code}}' }];
    await done(service, root, updateEmailTemplate, { emailTemplateId, texts: theirs, expectedRevision: opened });
    const mine = { emailTemplateId, texts: [{ ...text, html: '<b>{{code}}</b>' }], expectedRevision: opened };
    const { status, details } = await refusalOf(updateEmailTemplate, mine);
    expect(status).toBe(409);
    expect(details).toMatchObject([
      { reason: 'EMAIL_TEMPLATE_CHANGED' },
      { fieldViolations: [{ field: 'texts', description: expect.stringContaining('Theirs {{code}}') }, {}] },
    ]);
    await done(service, root, updateEmailTemplate, { emailTemplateId, name: 'Mine', expectedRevision: opened });
    const now = await template(emailTemplateId);
    expect(now).toMatchObject({ name: 'Mine', texts: theirs });
    expect(Number(now.revision)).toBeGreaterThan(Number(opened));
  });

  test('a change of a policy that waits is refused when it is decided late', async () => {
    const { organizationId } = root;
    const { policyId } = await done(service, root, createPolicy, { policyName: 'Tags', effect: 'EFFECT_DENY' });
    const policy = async () =>
      (await ask<GetPolicyResponse>(service, root.key, getPolicy, { organizationId, policyId })).policy;
    const { revision: opened = '' } = await policy();
    await needBoth();
    const named = (policyName: string) => ({ policyId, policyName, expectedRevision: opened });
    const first = await waiting(root, updatePolicy, named('First'));
    const second = await waiting(bob, updatePolicy, named('Second'));
    await done(service, bob, approveActivity, first);
    await refusedAs('POLICY_CHANGED', service, root, approveActivity, second);
    expect((await policy()).policyName).toBe('First');
  });

  test('a change of a template that waits is refused when it is submitted late, and when it is decided late', async () => {
    const emailTemplateId = await newTemplate();
    const { revision: opened = '' } = await template(emailTemplateId);
    await needBoth();
    const named = (name: string) => ({ emailTemplateId, name, expectedRevision: opened });
    const first = await waiting(root, updateEmailTemplate, named('First'));
    const second = await waiting(bob, updateEmailTemplate, named('Second'));
    await done(service, bob, approveActivity, first);
    await refusedAs('EMAIL_TEMPLATE_CHANGED', service, root, approveActivity, second);
    await refusedAs('EMAIL_TEMPLATE_CHANGED', service, bob, updateEmailTemplate, named('Late'));
    expect(await template(emailTemplateId)).toMatchObject({ name: 'First' });
  });
});
