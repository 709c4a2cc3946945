import { expect, test } from 'vitest';
import { type Clause, clauses } from '../../dashboard/pages/policies/draft.js';
import { suggestionsAt } from '../../dashboard/pages/policies/suggestions.js';
import { faultOf } from '../../src/service/coordinator/policy/checkPolicy.js';
import { type Chance, pick, seeded } from '../support/chance.js';

/** `|` is where one writes. */
const at = (clause: Clause, written: string) => {
  const caret = written.indexOf('|');
  return suggestionsAt(clause, written.replace('|', ''), caret);
};
const words = (clause: Clause, written: string): string[] => at(clause, written).list.map(({ word }) => word);

test.each<[Clause, string, string[]]>([
  [
    'condition',
    '|',
    [
      'activity',
      'wallet',
      'wallets',
      'wallet_account',
      'private_key',
      'eth',
      'solana',
      'tron',
      'bitcoin',
      'true',
      'false',
    ],
  ],
  ['consensus', '|', ['approvers', 'credentials', 'true', 'false']],
  ['time', '|', ['time', 'Timestamp', 'CronSpan', 'true', 'false']],
  ['condition', 'wal|', ['wallet', 'wallets', 'wallet_account']],
  ['condition', 'WALLETS|', ['wallets']],
  ['condition', 'activity.|', ['type', 'kind', 'resource', 'action', 'params']],
  ['condition', "activity.kind == 'A' && !(eth.|)", ['tx', 'eip_712', 'eip_7702_authorization']],
  ['condition', 'eth.tx.ga|', ['gas', 'gas_price']],
  ['condition', 'solana.tx.instructions[0].parsed_instruction_data.na|', ['named_account']],
  ['condition', 'solana.tx.instructions[0..1].|', ['all(', 'any(', 'contains(', 'count()', 'filter(']],
  ['condition', "solana.tx.instructions.filter(i, i.program_key == 'p').an|", ['any(']],
  ['condition', 'solana.tx.instructions.any(i, i.accounts.all(a, a.|', ['account_key', 'signer', 'writable']],
  ['condition', 'solana.tx.instructions.any(i, true) && i|', []],
  ['consensus', 'approvers.any(user, us|', ['user']],
  ['consensus', "approvers.any(user, user.id == 'x' && user.t|", ['tags']],
  ['consensus', 'approvers.any(user, user.tags.co|', ['contains(', 'count()']],
  ['condition', 'activity.resource i|', ['in']],
  ['condition', 'wallet.id |', ['==', '!=', '<=', '>=', '<', '>', 'in', '&&', '||']],
  ['condition', "activity.kind == 'CREATE_POL|", ["'CREATE_POLICIES'", "'CREATE_POLICY'"]],
  ['condition', "activity.kind != 'X' && activity.kind in ['CREATE_WALLET', 'DELETE_POLICY|", ["'DELETE_POLICY'"]],
  ['condition', "activity.kind in ['CREATE_WALLET', 'DELETE_POLICI|", ["'DELETE_POLICIES'"]],
  // Nothing is known of these.
  ['condition', "'it\\'s activity.|", []],
  ['condition', "eth.tx.contract_call_args['a'].|", []],
  ['condition', 'unknown.|', []],
  ['condition', 'activity.params.user_id.|', []],
  ['condition', 'activity.constructor.|', []],
  ['condition', 'wallet.label[0].|', []],
  ['condition', '# activity.|', []],
  ['condition', ').|', []],
])('%s %s goes on with %o', (clause, written, expected) => {
  expect(words(clause, written)).toEqual(expected);
});

test('values of an activity are offered without a quotation mark, too, and what is written is replaced', () => {
  expect(words('condition', 'activity.action == |')).toEqual(
    expect.arrayContaining(["'SIGN'", "'CREATE'", 'activity']),
  );
  const { from, list } = at('condition', "activity.action == 'SI|");
  expect([from, list[0]?.text]).toEqual([19, "'SIGN'"]);
});

test('whatever is taken of what is offered can be read so far: nothing is offered that the language does not know', () => {
  const chance = seeded(7);
  for (let round = 0; round < 400; round += 1) {
    const clause = pick(chance, clauses);
    let text = '';
    for (let step = 0; step < 12; step += 1) text = taken(chance, clause, text);
    const fault = faultOf({ condition: '', consensus: '', time: '', [clause]: text }, []);
    // What is written so far may lack its end, and its types may not fit; but every name is one that there is.
    expect(fault?.expected ?? '', text).not.toMatch(/^(a member of|one of the methods|one of [a-z])/);
  }
});

function taken(chance: Chance, clause: Clause, text: string): string {
  const { from, list } = suggestionsAt(clause, text, text.length);
  const put = list.length > 0 ? text.slice(0, from) + pick(chance, list).text : text;
  return put + pick(chance, ['.', ' ', ')', '']);
}

test('16 KiB, nested as deep as one likes, are looked at in no time', () => {
  const begun = performance.now();
  expect(words('condition', `${'('.repeat(16_000)}activity.|`)).toHaveLength(5);
  expect(words('condition', `${"wallets.any(w, '".repeat(999)}|`)).toEqual([]);
  expect(words('condition', `${'wallets.filter(w, true)'}${'.filter(w, true)'.repeat(900)}.|`)).toHaveLength(5);
  expect(words('condition', `'${'\\'.repeat(16_000)}|`)).toEqual([]);
  expect(performance.now() - begun).toBeLessThan(1000);
});
