import { describe, expect, test } from 'vitest';
import type { ActivityRow } from '../../../../src/contract/row.js';
import { activityRows } from '../../../../src/contract/rows.js';
import { faultOf } from '../../../../src/service/coordinator/policy/checkPolicy.js';
import { compilePolicy } from '../../../../src/service/coordinator/policy/compile.js';
import { offers, snakeCase } from '../../../../src/service/coordinator/policy/offers.js';
import { type Clause, roots } from '../../../../src/service/coordinator/policy/roots.js';
import { kinds } from '../../../support/policies/kinds.js';
import { sharedText, testShared } from '../../../support/publishedVectors.js';

const check = (clause: Clause, text: string) =>
  faultOf({ consensus: '', condition: '', time: '', [clause]: text }, kinds);

describe('a policy that can hold is taken', () => {
  test.each([
    ['consensus', "approvers.any(user, user.id == 'x')"],
    ['consensus', "approvers.filter(u, u.tags.contains('x')).count() >= 2 && credentials.all(c, c.type == 'y')"],
    ['consensus', "credentials.any(c, approvers.any(u, u.id == c.user_id && u.alias[0..2] == 'ab'))"],
    ['condition', "activity.resource == 'AUTH' && activity.action in ['CREATE', 'UPDATE']"],
    ['condition', "activity.kind == 'DELETE_API_KEYS' && activity.params.api_key_ids.count() == 1"],
    ['condition', "eth.tx.to == '0xAB' && eth.tx.value < 1000000000000000000 && eth.tx.data[0..10] == '0xa9059cbb'"],
    ['condition', "eth.tx.contract_call_args['amount'] <= 5 && eth.tx.contract_call_args['to'] in ['0x1', '0x2']"],
    ['condition', "eth.tx.contract_call_args['order']['tokens'][0] == '0x1'"],
    ['condition', "eth.eip_712.domain.chain_id == 1 && eth.eip_712.message['to'] == '0x1'"],
    ['condition', "solana.tx.transfers.all(t, t.to == 'x') && solana.tx.spl_transfers.count() == 0"],
    ['condition', "solana.tx.transfers.contains({ from: 'a', to: 'b', amount: 5 })"],
    ['condition', "wallet.id == 'x' && wallet_account.address == '0xAB' && wallet.imported == false"],
    ['condition', "wallet.exported || !(wallet.label != 'x')"],
    ['condition', "tron.tx.contract[0].type == 'TransferContract' && tron.tx.contract.all(c, c.amount < 5)"],
    ['condition', "bitcoin.tx.outputs.all(o, o.address in ['x']) && bitcoin.tx.fee < 1000"],
    ['condition', 'true'],
    ['condition', ''],
    ['time', "CronSpan('0 9 * * 1-5', '8h', 'Europe/Berlin') && time.now < Timestamp('2030-01-01T00:00:00Z')"],
    ['time', "!CronSpan('0 0 1,15 * *', '1d', 'UTC')"],
  ] as const)('%s %s', (clause, text) => {
    expect(check(clause, text)).toBeUndefined();
  });
});

describe('a policy that cannot hold is refused, with the place and what is expected there', () => {
  test.each([
    ['consensus', 'approvers', 0, 'bool is expected, not list<User>'],
    ['consensus', "activity.kind == 'x'", 0, 'one of approvers, credentials is expected'],
    ['consensus', "approvers.any(u, u.name == 'x')", 19, 'a member of User is expected: id, tags, email, alias'],
    ['consensus', 'approvers.any(u, u.id == 1)', 22, 'string is expected, not int'],
    ['consensus', "approvers.any(u, u.id < 'x')", 19, 'what < compares is expected, not string'],
    ['consensus', 'approvers.any(u, u.id)', 19, 'bool is expected, not string'],
    ['consensus', 'approvers.any(approvers, true)', 10, 'a variable with a name of its own is expected, not approvers'],
    ['consensus', 'approvers == credentials', 0, 'what == compares is expected, not list<User>'],
    ['consensus', "approvers.contains('x')", 19, 'User is expected, not string'],
    ['consensus', 'approvers.count() && true', 10, 'bool is expected, not int'],
    ['consensus', "approvers['x'].id == 'x'", 10, 'int is expected, not string'],
    ['consensus', 'approvers[0..true].count() > 1', 13, 'int is expected, not bool'],
    ['consensus', "['a', 1].count() == 2", 6, 'string is expected, not int'],
    ['condition', "activity.id == 'x'", 9, 'a member of Activity is expected: type, kind, resource, action, params'],
    ['condition', "activity.params.constructor == 'x'", 16, 'a member of Params is expected: '],
    ['condition', "constructor == 'x'", 0, 'one of activity, wallet, '],
    [
      'condition',
      'eth.tx.contract_call_args.amount == 1',
      26,
      "map<string, any> has no members: ['amount'] is expected",
    ],
    ['condition', 'activity.kind.count() == 1', 14, 'a list is expected, not string'],
    ['condition', "time.now > Timestamp('2030-01-01T00:00:00Z')", 0, 'one of activity, '],
    ['condition', "CronSpan('* * * * *', '1m', 'UTC')", 0, 'times stand in a time expression alone'],
    ['condition', '!activity.kind', 10, 'bool is expected, not string'],
    ['condition', "solana.tx.transfers.contains({ from: 'a', to: 'b' })", 29, 'Transfer is expected, not a struct'],
    ['condition', "'x' in 'xyz'", 7, 'a list is expected, not string'],
    ['condition', "wallets.any(w, w.id == 'x') && eth.tx.value > 1", 31, 'no activity has all of wallets, eth.tx: '],
    [
      'condition',
      "eth.tx.to == 'x' || solana.tx.transfers.count() == 0",
      20,
      'no activity has all of eth.tx, solana.tx: ',
    ],
    ['condition', "activity.params.sign_with == 'a'", 0, 'no kind of activity has activity.params.sign_with'],
    ['time', 'time.now > 5', 9, 'timestamp is expected, not int'],
    ['time', 'time.now', 5, 'bool is expected, not timestamp'],
    ['time', "approvers.any(u, u.id == 'x')", 0, 'one of time is expected'],
  ] as const)('%s %s', (clause, text, at, expected) => {
    const fault = check(clause, text);
    expect(fault).toMatchObject({ clause, at });
    expect(fault?.expected.startsWith(expected), fault?.expected).toBe(true);
  });
});

test('A-66: an expression of more than 4,096 words is refused where it stands, and one that was stored before stays', () => {
  const ofWords = (words: number) =>
    `1 in [${Array((words - 3) / 2)
      .fill('1')
      .join(',')}]`;
  expect(check('condition', ofWords(4_095))).toBeUndefined();
  const text = ofWords(4_097);
  const fault = check('condition', text);
  expect(fault).toMatchObject({
    clause: 'condition',
    at: text.length - 1,
    expected: 'at most 4096 words are expected',
  });
  const stored = { policy_id: 'id', effect: 'EFFECT_DENY', consensus: '', condition: text, time: '' } as const;
  expect(compilePolicy(stored).condition).toMatchObject({ node: 'compare' });
});

test('of every parameter that a row lets policies read the language knows the type', () => {
  for (const { policyParameters, name } of Object.values<ActivityRow>(activityRows)) {
    for (const parameter of policyParameters)
      expect(Object.keys(roots.condition.activity.required.params.optional), name).toContain(snakeCase(parameter));
  }
});

test('what a kind of activity offers stands on its row', () => {
  const row = { policyRoots: ['wallet', 'eth.tx'], policyParameters: ['userId'] } as const;
  expect(['wallet', 'eth.tx', 'activity.params.user_id'].map((read) => offers(row, read))).toEqual([true, true, true]);
  expect(['wallets', 'eth', 'eth.eip_712', 'activity.params.userId'].map((read) => offers(row, read))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

const structNames: Record<string, string> = { 'Wallet Account': 'WalletAccount' };
const facts = sharedText('wire/reference.md');
testShared(facts, 'the structs have the published members', (text) => {
  const section = text.split('### 7.3 ')[1]?.split('\n### ')[0] ?? '';
  const published = new Map<string, string[]>();
  for (const [, name = '', members = ''] of section.matchAll(/^- \*\*([\w ]+)\*\*: (.*)$/gm)) {
    const names = members.split(/, (?![^<]*>)/).map((member) => member.trim().split(' ')[0] ?? '');
    published.set(structNames[name] ?? name, names.sort());
  }
  const found = new Map<string, string[]>();
  const look = (type: unknown): void => {
    if (typeof type !== 'object' || type === null) return;
    if ('required' in type && 'optional' in type && 'name' in type) {
      const members = { ...(type.required as object), ...(type.optional as object) };
      found.set(String(type.name), Object.keys(members).sort());
      Object.values(members).forEach(look);
    } else Object.values(type).forEach(look);
  };
  look(roots);
  const ours = ['Ethereum', 'Solana', 'Tron', 'Bitcoin', 'Time', 'Params'];
  for (const [name, members] of found) if (!ours.includes(name)) expect(members, name).toEqual(published.get(name));
  expect([...published.keys()].filter((name) => !found.has(name))).toEqual(['TempoTransaction', 'TempoCall']);
});
