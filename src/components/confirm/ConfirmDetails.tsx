'use client';
import { type ReactElement, useId } from 'react';
import type { SignatureFacts } from '../../reading/signatureFacts.js';
import type { SignatureRequest } from '../../reading/signatureRequest.js';
import type { ApprovalTexts } from '../approvals/approvalMessages.js';
import { useScreen } from '../screenContext.js';
import { useReadToEnd } from './useReadToEnd.js';

type ConfirmDetailsProps = {
  readonly request: SignatureRequest;
  readonly facts: SignatureFacts;
  readonly words: ApprovalTexts;
  /** Called once the last field has been on the screen. */
  readonly onRead: () => void;
};

/** The fields as they are signed, for whoever opens them; open from the start where nothing else is known. */
export function ConfirmDetails({ request, facts, words, onRead }: ConfirmDetailsProps): ReactElement | null {
  const { part } = useScreen();
  const { box, isLong, look } = useReadToEnd<HTMLDListElement>(onRead);
  const id = useId();
  const fields = fieldsOf(request, facts);
  if (fields.length === 0) return null;
  return (
    <details {...part('details')} open={facts.dangers.length > 0 && !('effect' in facts && facts.effect)}>
      <summary {...part('summary')}>{words.details}</summary>
      <dl
        ref={box}
        {...part('preview')}
        dir="ltr"
        tabIndex={0}
        aria-describedby={isLong ? id : undefined}
        onScroll={look}
      >
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
      {isLong && facts.kind === 'typed data' && (
        <p id={id} {...part('hint')}>
          {words.review.readToTheEnd}
        </p>
      )}
    </details>
  );
}

function fieldsOf(request: SignatureRequest, facts: SignatureFacts): readonly (readonly [string, string])[] {
  if (facts.kind === 'typed data')
    return [
      ['primaryType', facts.primaryType],
      ...facts.leaves.map(({ path, type, value }) => [`${path}: ${type}`, value] as const),
    ];
  if (facts.kind !== 'transaction' || request.kind !== 'transaction') return [];
  const { chainId, to = '', value, gasLimit, data, authorizations, accessListed } = facts.call;
  const { nonce } = request;
  return Object.entries({
    ...(nonce !== undefined && { nonce: String(nonce) }),
    ...{ chainId: String(chainId), to, value, gasLimit, data },
    ...(accessListed > 0 && { accessList: String(accessListed) }),
    ...(authorizations.length > 0 && { authorizations: authorizations.join(', ') }),
  });
}
