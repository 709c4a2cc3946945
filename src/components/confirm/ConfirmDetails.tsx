'use client';
import type { ReactElement } from 'react';
import type { SignatureFacts } from '../../reading/signatureFacts.js';
import type { ApprovalTexts } from '../approvals/approvalMessages.js';
import { useScreen } from '../screenContext.js';

/** The fields as they are signed, for whoever opens them; open from the start where nothing else is known. */
export function ConfirmDetails({ facts, words }: { facts: SignatureFacts; words: ApprovalTexts }): ReactElement | null {
  const { part } = useScreen();
  const fields = fieldsOf(facts);
  if (fields.length === 0) return null;
  return (
    <details {...part('details')} open={facts.kind === 'typed data'}>
      <summary {...part('summary')}>{words.details}</summary>
      <dl {...part('preview')} dir="ltr">
        {fields.map(([name, value], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they stand as they were sent, and never move
          <div key={at} {...part('row')}>
            <dt {...part('label')}>{name}</dt>
            <dd {...part('value')}>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function fieldsOf(facts: SignatureFacts): readonly (readonly [string, string])[] {
  if (facts.kind === 'typed data') return facts.leaves.map(({ path, value }) => [path, value]);
  if (facts.kind !== 'transaction') return [];
  const { chainId, to = '', value, gasLimit, data, authorizations } = facts.call;
  const fields = { chainId: String(chainId), to, value, gasLimit, data, authorizations: String(authorizations) };
  return Object.entries(fields);
}
