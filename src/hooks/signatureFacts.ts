'use client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { readRequest } from '../client/confirmations/readRequest.js';
import type { WalletAccount } from '../contract/shapes.js';
import type { TransactionEffect } from '../reading/effect.js';
import { type Lookalike, withLookalikes } from '../reading/lookalike.js';
import type { SignatureFacts } from '../reading/signatureFacts.js';
import type { SignatureRequest } from '../reading/signatureRequest.js';
import { useKit, useLatchkey } from './context.js';
import { isFirst, signedQuery } from './firstTime.js';
import { effectsIn, useLookalikes } from './lookalikes.js';
import { useSession } from './useSession.js';

/** What there is to know of the addresses of a request, from what the person has signed before. */
export type AddressNotes = {
  /** Whether it is known that nothing was paid or allowed to the receiver before, on that chain. */
  readonly isFirstTime: boolean;
  /** The same of each transaction of a batch. */
  readonly firstTimes?: readonly boolean[] | undefined;
  /** One for each address of the request that looks like a known one: receivers, contracts, and what fields of it name. */
  readonly lookalikes: readonly Lookalike[];
  /** The account that signs, where it is the person's: for its name. `loading` while their accounts are read. */
  readonly signer?: WalletAccount | 'loading' | undefined;
  /** Whether the addresses to compare with are still being read: a yes can wait for that. */
  readonly isComparing: boolean;
};

/** The facts of a request to sign, as {@link useSignatureFacts} has them. */
export type SignatureFactsResult = AddressNotes & {
  /** With `LOOKALIKE` among the dangers where there is one. `undefined` while they are read, and where it is refused. */
  readonly facts: SignatureFacts | undefined;
  /** Why it is not signed: a ConfirmationError REQUEST_REFUSED, or a RangeError for bytes that are no transaction. */
  readonly error: Error | undefined;
};

/**
 * What a signature would be for, coded, from the very bytes that are signed: for an app that draws its own dialog. Without a request
 * nothing is read.
 *
 * @param request - the same object as long as the request is the same: another one is read again.
 * @example
 * const [first] = useConfirmations()
 * const { facts } = useSignatureFacts(first?.kind === 'signature' ? first.request : undefined)
 * return facts && <p>{facts.dangers.includes('UNLIMITED') ? 'They could take all of it.' : 'Fine.'}</p>
 */
export function useSignatureFacts(request: SignatureRequest | undefined): SignatureFactsResult {
  const client = useLatchkey();
  const [read, setRead] = useState<{ readonly of: SignatureRequest; readonly facts?: SignatureFacts; error?: Error }>();
  useEffect(() => {
    if (!request) return;
    let isOver = false;
    const keep = (what: { facts: SignatureFacts } | { error: Error }) => {
      if (!isOver) setRead({ of: request, ...what });
    };
    readRequest(request, client).then(
      (facts) => keep({ facts }),
      (error: Error) => keep({ error }),
    );
    return () => {
      isOver = true;
    };
  }, [request, client]);
  const known = read && read.of === request ? read : undefined;
  const notes = useAddressNotes(known?.facts, 'facts', known?.of.address);
  return { ...notes, facts: known?.facts && withLookalikes(known.facts, notes.lookalikes), error: known?.error };
}

/**
 * What is known of the addresses of facts, which `address` signs. `id` tells one request from another. Once nobody is asked any more,
 * nothing is read again.
 */
export function useAddressNotes(
  facts: SignatureFacts | undefined,
  id: string,
  address?: string,
  isAsked = true,
): AddressNotes {
  const { client, queryClient } = useKit();
  const { session } = useSession();
  const effects = facts ? effectsIn(facts) : [];
  const all = useMemo(() => (facts ? [facts] : []), [facts]);
  const { lookalikes, signer, isLoading: isComparing } = useLookalikes(all, id, address, isAsked);
  const query = signedQuery(client, queryClient, session, [id]);
  const { data } = useQuery({ ...query, enabled: query.enabled && isAsked && effects.length > 0 }, queryClient);
  const isNew = (effect: Omit<TransactionEffect, 'feeLimit'> | undefined) =>
    effect !== undefined && data !== undefined && isFirst(effect, data);
  const firstTimes = facts?.kind === 'batch' ? facts.calls.map(({ effect }) => isNew(effect)) : undefined;
  return { isFirstTime: isNew(effects[0]), firstTimes, lookalikes: lookalikes[0] ?? [], signer, isComparing };
}
