import type { HookError } from 'latchkey';
import type { ReactElement } from 'react';
import { To } from '../place.js';
import { awaitsOthers } from './awaitsOthers.js';
import { Refusal } from './Refusal.js';

/** What became of a change that was not made at once: it waits for others, or it was refused. */
export function Outcome({ error }: { readonly error: HookError | null }): ReactElement | null {
  if (!error) return null;
  if (!awaitsOthers(error)) return <Refusal error={error} />;
  return (
    <p role="status" className="warning">
      It waits for the approval of others, under <To path="/approvals">Approvals</To>.
    </p>
  );
}
