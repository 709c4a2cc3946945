import type { Activity } from '../../contract/activities.records.js';
import { parametersOf } from '../../hooks/effectOf.js';
import { visible } from '../../reading/visible.js';
import type { ApprovalFacts, ApprovalMessages } from '../english/approvalMessages.js';
import type { ReviewMessages } from '../english/reviewMessages.js';
import type { ReviewRow } from '../review/reviewRow.js';

/** What a request says that signs nothing: three facts at most, in the order of what decides. */
export function parameterRows(activity: Activity, facts: ApprovalFacts, words: ApprovalMessages): readonly ReviewRow[] {
  const parameters = parametersOf(activity);
  // What there is of each of several, like `users` or `policies`, stands one level below.
  const said = [parameters, ...Object.values(parameters).flatMap((value) => (Array.isArray(value) ? value : []))]
    .filter((value): value is object => typeof value === 'object' && value !== null)
    .slice(0, mostRead)
    .flatMap((value) => Object.entries(value));
  return labels
    .flatMap(([label, members]) => {
      const values = said.filter(([member]) => members.test(member)).flatMap(([, value]) => textsOf(value));
      const value = visible(shortOf([...new Set(values)]));
      // The title has it.
      if (value === '' || (label === 'name' && value === facts.name)) return [];
      return [{ label: words.review.labels[label], value, isAddress: label === 'id' }];
    })
    .slice(0, 3);
}

const labels: readonly (readonly [label: keyof ReviewMessages['labels'], members: RegExp])[] = [
  ['name', /^(user|policy|wallet|privateKey|receiverUser)Name$/],
  ['email', /^(user|receiverUser)Email$/],
  ['phone', /^userPhoneNumber$/],
  ['effect', /^(effect|policyEffect)$/],
  ['condition', /^(condition|policyCondition)$/],
  ['consensus', /^(consensus|policyConsensus)$/],
  ['needed', /^threshold$/],
  ['id', /Ids?$/],
];

/** Texts and numbers, alone or in a list. */
function textsOf(value: unknown): readonly string[] {
  if (Array.isArray(value))
    return value.slice(0, mostRead).flatMap((each) => (Array.isArray(each) ? [] : textsOf(each)));
  if (typeof value === 'string') return [value.replace(/^EFFECT_/, '')].filter((text) => text !== '');
  return typeof value === 'number' ? [String(value)] : [];
}

/** What is longer stands in the details. */
function shortOf(values: readonly string[]): string {
  const text = values.join(', ');
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}

const mostRead = 20;
const mostShown = 240;
