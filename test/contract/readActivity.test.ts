import { describe, expect, test } from 'vitest';
import { approveActivity } from '../../src/contract/activities.js';
import type { Activity } from '../../src/contract/activities.records.js';
import { createSubOrganization } from '../../src/contract/organizations.js';
import { initOtp } from '../../src/contract/otp.js';
import { readActivity } from '../../src/contract/readActivity.js';
import { stampLogin } from '../../src/contract/sessions.js';

const intent = { stampLoginIntent: { publicKey: `02${'ab'.repeat(32)}` } };
const result = { stampLoginResult: { session: 'a.b.c' } };

/** An activity as the wire has it, with members changed. */
const activityOf = (changes: object): Activity => ({
  id: 'id',
  organizationId: 'organization',
  status: 'ACTIVITY_STATUS_COMPLETED',
  type: stampLogin.versions.V1.type,
  intent: {},
  result: {},
  votes: [],
  fingerprint: '',
  canApprove: false,
  canReject: false,
  ...changes,
});

describe('the typed intent and result of an activity', () => {
  test('stand in the activity itself', () => {
    expect(readActivity(stampLogin, activityOf({ intent, result }))).toEqual({
      version: 'V1',
      intent: intent.stampLoginIntent,
      result: result.stampLoginResult,
    });
  });

  test('or one level deeper, in result.activity', () => {
    const nested = activityOf({ result: { activity: activityOf({ intent, result }) } });
    expect(readActivity(stampLogin, nested)).toEqual({
      version: 'V1',
      intent: intent.stampLoginIntent,
      result: result.stampLoginResult,
    });
  });

  test('or one at each level', () => {
    const mixed = activityOf({ intent, result: { activity: { status: 'ACTIVITY_STATUS_COMPLETED', result } } });
    expect(readActivity(stampLogin, mixed)).toEqual({
      version: 'V1',
      intent: intent.stampLoginIntent,
      result: result.stampLoginResult,
    });
  });

  test('and what stands outside wins over what stands within', () => {
    const within = { result: { stampLoginResult: { session: 'inner' } } };
    expect(readActivity(stampLogin, activityOf({ result: { ...result, activity: within } })).result).toEqual(
      result.stampLoginResult,
    );
  });

  test('are absent while the activity is pending, and where it has failed', () => {
    for (const status of ['ACTIVITY_STATUS_CONSENSUS_NEEDED', 'ACTIVITY_STATUS_FAILED', 'ACTIVITY_STATUS_REJECTED']) {
      expect(readActivity(stampLogin, activityOf({ status, intent })).result).toBeUndefined();
    }
    expect(readActivity(stampLogin, activityOf({ result: { stampLoginResult: null } })).result).toBeUndefined();
    expect(readActivity(stampLogin, activityOf({ result: { activity: null } })).result).toBeUndefined();
  });

  test('a result without a typed member is empty once the activity is completed, at either level', () => {
    const { type } = approveActivity.versions.V1;
    expect(readActivity(approveActivity, activityOf({ type })).result).toEqual({});
    const waiting = { type, status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' };
    expect(readActivity(approveActivity, activityOf(waiting)).result).toBeUndefined();
    const nested = activityOf({ ...waiting, result: { activity: activityOf({ type }) } });
    expect(readActivity(approveActivity, nested).result).toEqual({});
  });

  test('are read by the version that the type names', () => {
    const activity = activityOf({
      type: 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7',
      result: { createSubOrganizationResultV7: { subOrganizationId: 'sub' } },
    });
    expect(readActivity(createSubOrganization, activity)).toEqual({
      version: 'V7',
      intent: undefined,
      result: { subOrganizationId: 'sub' },
    });
  });

  test('members of an answer that this version does not know are dropped', () => {
    const grown = { stampLoginResult: { session: 'a.b.c', novelty: true } };
    expect(readActivity(stampLogin, activityOf({ result: grown })).result).toEqual({ session: 'a.b.c' });
  });

  test('an activity of another row, and a result of another shape, are refused, and nothing of it is quoted', () => {
    const bent = activityOf({ result: { stampLoginResult: { session: 42, secret: 'quoted' } } });
    for (const read of [() => readActivity(initOtp, activityOf({})), () => readActivity(stampLogin, bent)]) {
      expect(read).toThrow(expect.objectContaining({ code: 'ACTIVITY_UNREADABLE' }));
      expect(read).not.toThrow(/quoted|42/);
    }
  });
});
