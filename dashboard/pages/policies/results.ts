import type { EditedPolicyFault, PolicyCase, SimulatedOutcome } from 'latchkey/contract';
import { memberWords } from './draft.js';

/** Whether a case comes out as it must; `unknown` where nothing has said what becomes of it. */
export type CaseState = 'holds' | 'broken' | 'unknown';

/** @param isEdited - whether policies are edited: then today's outcome says nothing about the case. */
export function stateOf(
  { expected }: Pick<PolicyCase, 'expected'>,
  result: SimulatedOutcome | undefined,
  isEdited: boolean,
): CaseState {
  const under = isEdited ? result?.edited : result?.today;
  if (!under) return 'unknown';
  return under.outcome === expected ? 'holds' : 'broken';
}

/** How many cases hold, do not, and are not evaluated. */
export function statesWords(states: readonly CaseState[]): string {
  const many = (state: CaseState) => states.filter((each) => each === state).length;
  const [holding, broken, unknown] = [many('holds'), many('broken'), many('unknown')];
  if (holding === states.length) return 'All cases hold.';
  const parts = [
    ...(holding > 0 ? [`${holding} ${holding === 1 ? 'holds' : 'hold'}`] : []),
    ...(broken > 0 ? [`${broken} ${broken === 1 ? 'does' : 'do'} not hold`] : []),
    ...(unknown > 0 ? [`${unknown} not evaluated`] : []),
  ];
  return `Cases: ${parts.join(', ')}.`;
}

/** What edited policies make of cases, and of activities of the past. */
export type Asked = {
  readonly cases: readonly Pick<PolicyCase, 'expected'>[];
  /** First those of the cases, in their order, then those of the activities. */
  readonly outcomes: readonly SimulatedOutcome[];
};

/** Whether it comes out otherwise than today. */
export const isOtherwise = ({ today, edited }: SimulatedOutcome): boolean =>
  edited !== undefined && edited.outcome !== today?.outcome;

/** How much comes out otherwise, how much is not known, and whether cases hold. */
export function consequencesWords({ cases, outcomes }: Asked): string {
  const states = cases.map((each, at) => stateOf(each, outcomes[at], true));
  // A vote of the past has no outcome of its own; a case that is one says nothing.
  const past = outcomes.slice(cases.length).filter(({ notEvaluated }) => notEvaluated?.code !== 'VOTE');
  const all = [...outcomes.slice(0, cases.length), ...past];
  const known = all.filter(({ edited }) => edited !== undefined).length;
  const otherwise = all.filter(isOtherwise).length;
  const unknownPast = past.filter(({ edited }) => edited === undefined).length;
  return [
    ...(otherwise > 0 ? [`${otherwise} ${otherwise === 1 ? 'comes' : 'come'} out otherwise.`] : []),
    ...(otherwise === 0 && known > 0
      ? [known < all.length ? 'Of what was evaluated nothing comes out otherwise.' : 'Nothing comes out otherwise.']
      : []),
    ...(cases.length > 0 ? [statesWords(states)] : []),
    ...(unknownPast > 0
      ? [`${unknownPast} past ${unknownPast === 1 ? 'activity was' : 'activities were'} not evaluated.`]
      : []),
  ].join(' ');
}

/** What is wrong with edited policies, as one reads it beside them. */
export function editFaultWords({ code, policyName, clause, expected }: EditedPolicyFault): string {
  switch (code) {
    case 'POLICY_INVALID':
      return `${clause ? memberWords[clause] : 'The policy'}: ${expected ?? 'it cannot be read'}.`;
    case 'POLICY_NOT_FOUND':
      return 'This policy was deleted meanwhile.';
    case 'NAME_TAKEN':
      return `Another policy is named ${policyName ?? 'so'}.`;
    case 'LIMIT_REACHED':
      return 'With it your organization would have more policies, or more text in them, than it may.';
  }
}
