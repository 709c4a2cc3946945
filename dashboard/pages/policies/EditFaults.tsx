import type { EditedPolicyFault } from 'latchkey/contract';
import type { ReactElement } from 'react';
import { editFaultWords } from './results.js';

/** Why edited policies could not be made: then nothing is known of what they would decide. */
export function EditFaults({ faults }: { readonly faults: readonly EditedPolicyFault[] }): ReactElement {
  return (
    <div role="status" className="fault">
      {faults.map((fault) => (
        <p key={`${fault.policyId} ${fault.code} ${fault.clause}`}>
          <bdi>{editFaultWords(fault)}</bdi>
        </p>
      ))}
    </div>
  );
}
