import type { ReactElement } from 'react';
import { PolicyText } from '../../parts/PolicyText.js';
import { changedMembers, type Draft, effectWords, type Member, memberWords } from './draft.js';

/** What differs between two states of a policy, member by member. */
export function Changes({ before, after }: { readonly before: Draft; readonly after: Draft }): ReactElement {
  return (
    <dl className="changes">
      {changedMembers(before, after).map((member) => (
        <div key={member}>
          <dt>{memberWords[member]}</dt>
          <dd>
            <span className="unseen">Before: </span>
            <del>
              <Text member={member} of={before} />
            </del>
          </dd>
          <dd>
            <span className="unseen">After: </span>
            <ins>
              <Text member={member} of={after} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Text({ member, of }: { readonly member: Member; readonly of: Draft }): ReactElement {
  const text = of[member];
  if (text === '') return <em>empty</em>;
  if (member === 'effect') return <>{effectWords[of.effect]}</>;
  if (member === 'policyName' || member === 'notes') return <bdi>{text}</bdi>;
  return (
    <code dir="ltr">
      <PolicyText text={text} />
    </code>
  );
}
