import { expect } from 'vitest';
import type { ActivityRow } from '../../src/contract/row.js';
import { activityRows } from '../../src/contract/rows.js';
import { sharedText, testShared } from '../support/publishedVectors.js';

const facts = sharedText('wire/reference.md');
const activities = Object.values<ActivityRow>(activityRows);

/** The text of one section, by its number. */
const section = (text: string, number: string): string => text.split(`### ${number} `)[1]?.split('\n### ')[0] ?? '';
const withoutVersion = (type: string): string => type.replace(/_V\d+$/, '');
const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

testShared(facts, 'policies see every activity under its published resource and action', (text) => {
  const published = new Map<string, string>();
  for (const [, resource, actions = ''] of section(text, '7.5').matchAll(/^- \*\*(\w+)\*\* — (.*)$/gm)) {
    for (const group of actions.split('; ')) {
      const [action = '', types = ''] = group.split(': ');
      for (const type of types.split(', ')) published.set(withoutVersion(type), `${resource} ${action}`);
    }
  }
  expect(published.size).toBeGreaterThan(80);
  const found = activities.map((row) => [row.activityKind, `${row.resource} ${row.action}`] as const);
  const unpublished = found.filter(([kind]) => !published.has(kind));
  // The resource follows from its area, and the action from its verb.
  expect(unpublished.sort()).toEqual([
    ['APPROVE_ACTIVITY', 'ACTIVITY APPROVE'],
    ['CREATE_EMAIL_TEMPLATE', 'EMAIL_TEMPLATE CREATE'],
    ['CREATE_READ_ONLY_SESSION', 'AUTH CREATE'],
    ['DELETE_EMAIL_TEMPLATE', 'EMAIL_TEMPLATE DELETE'],
    ['RECOVER_USER', 'RECOVERY UPDATE'],
    ['REJECT_ACTIVITY', 'ACTIVITY REJECT'],
    ['REMOVE_ORGANIZATION_FEATURE', 'ORGANIZATION DELETE'],
    ['RESEND_WEBHOOK_DELIVERY', 'WEBHOOK_ENDPOINT UPDATE'],
    ['RESUME_SUB_ORGANIZATION', 'ORGANIZATION UPDATE'],
    ['SEND_LOGIN_LINK', 'AUTH CREATE'],
    ['SEND_TEST_MESSAGE', 'EMAIL_TEMPLATE VERIFY'],
    ['SET_ORGANIZATION_FEATURE', 'ORGANIZATION UPDATE'],
    ['SUSPEND_SUB_ORGANIZATION', 'ORGANIZATION UPDATE'],
    ['UPDATE_AUTHENTICATOR', 'CREDENTIAL UPDATE'],
    ['UPDATE_EMAIL_TEMPLATE', 'EMAIL_TEMPLATE UPDATE'],
    ['UPDATE_ORGANIZATION_NAME', 'ORGANIZATION UPDATE'],
    ['UPDATE_POLICY_CASES', 'POLICY UPDATE'],
    ['UPDATE_ROOT_QUORUM', 'ORGANIZATION UPDATE'],
    ['UPDATE_WALLET_ACCOUNT_NAME', 'WALLET UPDATE'],
  ]);
  expect(found.filter((each) => !unpublished.includes(each))).toEqual(
    found.filter(([kind]) => published.has(kind)).map(([kind]) => [kind, published.get(kind)]),
  );
});

testShared(facts, 'policies read the published parameters of every activity, and no others', (text) => {
  const published = new Map<string, string[]>();
  for (const group of section(text, '7.4').split('\n')[1]?.split('. ') ?? []) {
    const [shortened = '', members = ''] = group.split(': ');
    const names = shortened.replace(/(\w+_)\/([a-z]+)_(\w+)/, '$1$3 / $2_$3');
    const read = members.replace(/ \(.*?\)|\.$/g, '').split(', ');
    for (const name of names.split(/, | \/ /)) published.set(name.replace(/\(_\w+\)|_v2.*$/g, ''), read);
  }
  expect(published.get('create_api_keys')).toEqual(['user_id']);
  expect(published.get('update_webhook_endpoint')).toEqual(['endpoint_id']);
  for (const { name, policyParameters } of activities) {
    expect(policyParameters.map(snakeCase).sort(), name).toEqual([...(published.get(name) ?? [])].sort());
  }
});
