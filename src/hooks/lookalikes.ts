'use client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { everyAccount } from '../adapters/everyAccount.js';
import type { Client } from '../client/createClient.js';
import type { WalletAccount } from '../contract/shapes.js';
import { listWalletAccounts } from '../contract/wallets.queries.js';
import type { DescribedField } from '../reading/clearSigning/description.js';
import type { TransactionEffect } from '../reading/effect.js';
import { type Lookalike, lookalikesAmong } from '../reading/lookalike.js';
import type { SignatureFacts } from '../reading/signatureFacts.js';
import { isSameAddress } from '../reading/token.js';
import type { Session } from '../sessions/session.js';
import { useKit } from './context.js';
import { signedQuery } from './firstTime.js';
import type { HookError } from './hookTypes.js';
import { type AnswerOptions, sessionQuery } from './rowQueryOptions.js';
import { useSession } from './useSession.js';

/** The account that signs, where it is the person's; `loading` while their accounts are read. */
type Signer = WalletAccount | 'loading' | undefined;

/**
 * For each of these facts the addresses that look like one that the person has paid before, or like an own one; the account that signs,
 * where it is the person's; and whether the addresses to compare with are still being read: nothing waits for a name.
 *
 * @param signer - the address that signs, in any case.
 * @param isAsked - once there is an answer nothing is read again: what was read stays.
 */
export function useLookalikes(
  all: readonly SignatureFacts[],
  id: string,
  signer: string | undefined,
  isAsked = true,
): {
  readonly lookalikes: readonly (readonly Lookalike[])[];
  readonly signer: Signer;
  readonly isLoading: boolean;
} {
  const addresses = useMemo(() => all.map(addressesIn), [all]);
  const isNeeded = isAsked && addresses.some(({ length }) => length > 0);
  const own = useOwnAccounts(isAsked && signer !== undefined);
  const { knownLike, isLoading } = useKnownLike(isNeeded, id);
  const lookalikes = useMemo(() => {
    const likeIn = (address: string) => {
      const known = knownLike(address);
      return known === undefined ? [] : [{ address, known }];
    };
    return addresses.map((each) => each.flatMap(likeIn));
  }, [addresses, knownLike]);
  const account = own.data?.find(({ address }) => signer !== undefined && isSameAddress(address, signer));
  return { lookalikes, signer: own.isLoading ? 'loading' : account, isLoading };
}

/**
 * The address that another one looks like, among those that the person has paid before and their own.
 *
 * @param isNeeded - as long as there is nothing to compare, nothing is read.
 * @param id - tells one payment from another: for a new one, what was signed is read anew.
 */
export function useKnownLike(
  isNeeded: boolean,
  id: string,
): { readonly knownLike: (address: string) => string | undefined; readonly isLoading: boolean } {
  const { client, queryClient } = useKit();
  const { session } = useSession();
  const query = signedQuery(client, queryClient, session, [id]);
  const signed = useQuery({ ...query, enabled: query.enabled && isNeeded }, queryClient);
  const own = useOwnAccounts(isNeeded);
  const knownLike = useMemo(() => {
    const receivers = signed.data?.receivers.map(({ to }) => to) ?? [];
    return lookalikesAmong([...receivers, ...(own.data ?? []).map(({ address }) => address)]);
  }, [signed.data, own.data]);
  return { knownLike, isLoading: signed.isLoading || own.isLoading };
}

/** The person's accounts: a thousand at most, since a yes waits for them. */
function useOwnAccounts(isNeeded: boolean): UseQueryResult<readonly WalletAccount[], HookError> {
  const { client, queryClient } = useKit();
  const { session } = useSession();
  const query = ownAccountsQuery(client, session);
  return useQuery({ ...query, enabled: query.enabled && isNeeded }, queryClient);
}

const ownAccountsQuery = (client: Client, session: Session | undefined): AnswerOptions<readonly WalletAccount[]> =>
  sessionQuery(client, session, listWalletAccounts.name, { are: 'accounts' }, async (signal) => {
    const found: WalletAccount[] = [];
    for await (const account of everyAccount(client, { session, signal }))
      if (found.push(account) >= mostAccounts) break;
    return found;
  });

const mostAccounts = 1_000;

type Effect = Omit<TransactionEffect, 'feeLimit'>;

/** All that is paid or allowed by what is signed. */
export function effectsIn(facts: SignatureFacts): readonly Effect[] {
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
