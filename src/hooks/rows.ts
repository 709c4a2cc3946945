'use client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { approveActivity, rejectActivity } from '../contract/activities.js';
import { getActivity, listActivities } from '../contract/activities.queries.js';
import { createApiKeys, deleteApiKeys } from '../contract/credentials.js';
import {
  proxyAccount,
  proxyOtpInit,
  proxyOtpLogin,
  proxyOtpVerify,
  proxySignup,
  type proxyWalletKitConfig,
} from '../contract/proxy.js';
import type { AnswerOf } from '../contract/row.js';
import { stampLogin } from '../contract/sessions.js';
import { signRawPayload } from '../contract/signing.js';
import { getUser, whoami } from '../contract/users.queries.js';
import { createWallet, createWalletAccounts } from '../contract/wallets.js';
import { listWalletAccounts, listWallets } from '../contract/wallets.queries.js';
import type { LatchkeyError } from '../errors.js';
import { useKit } from './context.js';
import { walletKitConfigQueryOptions } from './queries.js';
import { activityHook, proxyHook, queryHook, voteHook } from './rowHooks.js';

/** Who the stamp on the request belongs to. {@link whoami} */
export const useWhoami = queryHook(whoami);
/** A user by id. {@link getUser} */
export const useGetUser = queryHook(getUser);
/** An activity by id. {@link getActivity} */
export const useGetActivity = queryHook(getActivity);
/** The activities of the organization, newest first. {@link listActivities} */
export const useListActivities = queryHook(listActivities);
/** The wallets of the organization. {@link listWallets} */
export const useListWallets = queryHook(listWallets);
/** One page of the accounts of a wallet, or of all wallets. {@link listWalletAccounts} */
export const useListWalletAccounts = queryHook(listWalletAccounts);

/** Makes a wallet from a fresh mnemonic. {@link createWallet} */
export const useCreateWallet = activityHook(createWallet);
/** Derives further accounts of a wallet. {@link createWalletAccounts} */
export const useCreateWalletAccounts = activityHook(createWalletAccounts);
/** Signs a payload with a key that the service holds. {@link signRawPayload} */
export const useSignRawPayload = activityHook(signRawPayload);
/** Adds API keys to a user. {@link createApiKeys} */
export const useCreateApiKeys = activityHook(createApiKeys);
/** Deletes API keys of a user. {@link deleteApiKeys} */
export const useDeleteApiKeys = activityHook(deleteApiKeys);
/** Approves a pending activity. {@link approveActivity} */
export const useApproveActivity = voteHook(approveActivity);
/** Rejects a pending activity. {@link rejectActivity} */
export const useRejectActivity = voteHook(rejectActivity);
/** Makes a public key a session key of the caller. For a session's own refresh: `useRefreshSession`. {@link stampLogin} */
export const useStampLogin = activityHook(stampLogin);

/** Sends a one-time code. {@link proxyOtpInit} */
export const useOtpInit = proxyHook(proxyOtpInit);
/** Exchanges a code for a verification token. {@link proxyOtpVerify} */
export const useOtpVerify = proxyHook(proxyOtpVerify);
/** Exchanges a verification token for a session token. {@link proxyOtpLogin} */
export const useOtpLogin = proxyHook(proxyOtpLogin);
/** Makes a sub-organization for a new person. {@link proxySignup} */
export const useSignup = proxyHook(proxySignup);
/** Finds the organization of a person. {@link proxyAccount} */
export const useAccount = proxyHook(proxyAccount);

/** What the configuration has switched on: methods, the form of a code. {@link proxyWalletKitConfig} */
export function useWalletKitConfig(): UseQueryResult<AnswerOf<typeof proxyWalletKitConfig>, LatchkeyError> {
  const { client, queryClient } = useKit();
  return useQuery(walletKitConfigQueryOptions(client), queryClient);
}
