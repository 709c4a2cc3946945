'use client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { everyAccount } from '../adapters/everyAccount.js';
import { readRequest } from '../client/confirmations/readRequest.js';
import type { Client } from '../client/createClient.js';
import { listWalletAccounts } from '../contract/wallets.queries.js';
import type { DescribedField } from '../reading/clearSigning/description.js';
import type { TransactionEffect } from '../reading/effect.js';
import { type Lookalike, lookalikesAmong, withLookalikes } from '../reading/lookalike.js';
import type { SignatureFacts } from '../reading/signatureFacts.js';
import type { SignatureRequest } from '../reading/signatureRequest.js';
import type { Session } from '../sessions/session.js';
import { useKit, useLatchkey } from './context.js';
import { isFirst, signedQuery } from './firstTime.js';
import { type AnswerOptions, sessionQuery } from './rowQueryOptions.js';
import { useSession } from './useSession.js';

/** What there is to know of the addresses of a request, from what the person has signed before. */
export type AddressNotes = {
  /** Whether it is known that nothing was paid or allowed to the receiver before, on that chain. */
  readonly isFirstTime: boolean;
  /** The same of each transaction of a batch. */
  readonly firstTimes?: readonly boolean[] | undefined;
  /** One for each address of the request that looks like a known one: receivers, contracts, and what fields of it name. */
  readonly lookalikes: readonly Lookalike[];
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
  const notes = useAddressNotes(known?.facts, 'facts');
  return { ...notes, facts: known?.facts && withLookalikes(known.facts, notes.lookalikes), error: known?.error };
}

/** What is known of the addresses of facts. `id` tells one request from another. */
export function useAddressNotes(facts: SignatureFacts | undefined, id: string): AddressNotes {
  const { client, queryClient } = useKit();
  const { session } = useSession();
  const effects = facts ? effectsIn(facts) : [];
  const all = useMemo(() => (facts ? [facts] : []), [facts]);
  const { lookalikes, isLoading: isComparing } = useLookalikes(all, id);
  const query = signedQuery(client, queryClient, session, [id]);
  const { data } = useQuery({ ...query, enabled: query.enabled && effects.length > 0 }, queryClient);
  const isNew = (effect: Effect | undefined) => effect !== undefined && data !== undefined && isFirst(effect, data);
  const firstTimes = facts?.kind === 'batch' ? facts.calls.map(({ effect }) => isNew(effect)) : undefined;
  return { isFirstTime: isNew(effects[0]), firstTimes, lookalikes: lookalikes[0] ?? [], isComparing };
}

/**
 * For each of these facts the addresses that look like one that the person has paid before, or like an own one, and whether the addresses
 * to compare them with are still being read.
 */
export function useLookalikes(
  all: readonly SignatureFacts[],
  id: string,
): { readonly lookalikes: readonly (readonly Lookalike[])[]; readonly isLoading: boolean } {
  const { client, queryClient } = useKit();
  const { session } = useSession();
  const addresses = useMemo(() => all.map(addressesIn), [all]);
  const isNeeded = addresses.some(({ length }) => length > 0);
  const query = signedQuery(client, queryClient, session, [id]);
  const signed = useQuery({ ...query, enabled: query.enabled && isNeeded }, queryClient);
  const ownQuery = ownAddressesQuery(client, session);
  const own = useQuery({ ...ownQuery, enabled: ownQuery.enabled && isNeeded }, queryClient);
  const lookalikes = useMemo(() => {
    const receivers = signed.data?.receivers.map(({ to }) => to) ?? [];
    const knownLike = lookalikesAmong([...receivers, ...(own.data ?? [])]);
    const likeIn = (address: string) => {
      const known = knownLike(address);
      return known === undefined ? [] : [{ address, known }];
    };
    return addresses.map((each) => each.flatMap(likeIn));
  }, [addresses, signed.data, own.data]);
  return { lookalikes, isLoading: signed.isLoading || own.isLoading };
}

/** The addresses of the person's accounts: of a thousand at most, since a yes waits for them. */
const ownAddressesQuery = (client: Client, session: Session | undefined): AnswerOptions<readonly string[]> =>
  sessionQuery(client, session, listWalletAccounts.name, { are: 'addresses' }, async (signal) => {
    const found: string[] = [];
    for await (const { address } of everyAccount(client, { session, signal }))
      if (found.push(address) >= mostAccounts) break;
    return found;
  });

const mostAccounts = 1_000;

type Effect = Omit<TransactionEffect, 'feeLimit'>;

function effectsIn(facts: SignatureFacts): readonly Effect[] {
  if (facts.kind === 'batch') return facts.calls.flatMap(({ effect }) => effect ?? []);
  if ('effect' in facts) return facts.effect ? [facts.effect] : [];
  return facts.kind === 'typed data' ? (facts.reading?.effects ?? []) : [];
}

/** Who is paid or allowed something, or called, and all that fields name, each once. */
function addressesIn(facts: SignatureFacts): readonly string[] {
  const calls = facts.kind === 'batch' ? facts.calls : facts.kind === 'transaction' ? [facts] : [];
  const called = calls.flatMap(({ call, description }) => [call.to ?? [], addressesOf(description?.fields)].flat());
  const inFields =
    facts.kind === 'typed data'
      ? [
          ...facts.leaves.flatMap(({ type, value }) => (type === 'address' ? [value.toLowerCase()] : [])),
          ...addressesOf(facts.description?.fields),
        ]
      : [];
  return [...new Set([...effectsIn(facts).map(({ to }) => to), ...called, ...inFields])];
}

/** Those of the fields of a description, with the contracts of its amounts, and of the calls inside it. */
const addressesOf = (fields: readonly DescribedField[] = []): readonly string[] =>
  fields.flatMap(({ kind, value, token, call }) => [
    ...(kind === 'address' ? [value] : []),
    ...(token === undefined ? [] : [token]),
    ...addressesOf(call?.fields),
  ]);
