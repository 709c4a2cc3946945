import { useListPolicies } from 'latchkey';
import type { Policy } from 'latchkey/contract';
import type { ReactElement } from 'react';
import { Answer } from '../parts/Answer.js';
import { Empty, Page } from '../parts/Page.js';
import { Sheet } from '../parts/Sheet.js';
import { Table } from '../parts/Table.js';
import { Id, named, timeOf, When } from '../parts/texts.js';
import { type Place, To } from '../place.js';
import { effectWords } from './policies/draft.js';
import { EditedPolicy, NewPolicy } from './policies/PolicyForm.js';

/** Who may do what beyond the root quorum, and what nobody may. */
export default function Policies({ place }: { readonly place: Place }): ReactElement {
  const policies = useListPolicies({}, { select: (answer) => answer.policies });
  const [open] = place.rest;
  return (
    <Page
      title="Policies"
      action={
        <To path="/policies/new" className="button primary">
          New policy
        </To>
      }
    >
      <Answer of={policies}>
        {(list) => (
          <>
            {list.length === 0 ? <Nothing /> : <List policies={list} open={open} />}
            {open !== undefined && open !== 'new' && (
              <PolicySheet key={open} policy={list.find(({ policyId }) => policyId === open)} />
            )}
          </>
        )}
      </Answer>
      {open === 'new' && (
        <Sheet title="New policy" back="/policies">
          <NewPolicy />
        </Sheet>
      )}
    </Page>
  );
}

function PolicySheet({ policy }: { readonly policy: Policy | undefined }): ReactElement {
  return (
    <Sheet title={policy ? named(policy.policyName) : 'There is no such policy'} back="/policies">
      {policy ? (
        <>
          <EditedPolicy policy={policy} />
          <dl className="facts">
            <dt>Policy</dt>
            <dd>
              <Id value={policy.policyId} name="the policy’s id" />
            </dd>
            <dt>Updated</dt>
            <dd>
              <When at={timeOf(policy.updatedAt)} />
            </dd>
          </dl>
        </>
      ) : (
        <p>It may have been deleted.</p>
      )}
    </Sheet>
  );
}

const Nothing = (): ReactElement => (
  <Empty>
    <p>There is no policy: what needs a right, the root quorum alone may do.</p>
    <To path="/policies/new" className="button">
      Write the first one
    </To>
  </Empty>
);

type ListProps = {
  readonly policies: readonly Policy[];
  /** The policy whose sheet is open. */
  readonly open: string | undefined;
};

function List({ policies, open }: ListProps): ReactElement {
  return (
    <Table columns={['Name', 'Effect', { wide: 'Notes' }, 'Updated']}>
      {policies.map(({ policyId, policyName, effect, notes, updatedAt }) => (
        <tr key={policyId} aria-current={policyId === open || undefined}>
          <th scope="row">
            <To path={`/policies/${policyId}`} className="plain">
              <bdi>{named(policyName)}</bdi>
            </To>
          </th>
          <td>
            <span className={`chip ${effect === 'EFFECT_ALLOW' ? 'good' : 'bad'}`}>{effectWords[effect]}</span>
          </td>
          <td className="wide long soft">
            <bdi>{notes.length > 120 ? `${notes.slice(0, 120)}…` : notes}</bdi>
          </td>
          <td>
            <When at={timeOf(updatedAt)} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
