'use client';
import type { UseMutationResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { changeContact, type ProvedContact } from '../client/flows/changeContact.js';
import { confirmLogin } from '../client/flows/confirmLogin.js';
import type { TypedCode } from '../client/flows/loginWithOtp.js';
import type { Me } from '../client/flows/me.js';
import { confirmByPasskey } from '../client/flows/passkeys.js';
import { updateDevicePasskeys } from '../client/flows/updateDevicePasskeys.js';
import { isSessionKey } from '../contract/sessionKeys.js';
import { updateUserEmail } from '../contract/userContacts.js';
import type { Session } from '../sessions/session.js';
import { useKit } from './context.js';
import type { HookError, MutationHookOptions } from './hookTypes.js';
import { makeStale } from './stale.js';
import { useFlow } from './useFlow.js';
import { useUser } from './users.js';
import { useSession } from './useSession.js';

/** Replaces the person's contact by one that a code proves. {@link changeContact} */
export function useChangeContact(
  options: MutationHookOptions<void, ProvedContact> = {},
): UseMutationResult<void, HookError, ProvedContact> {
  const { client, queryClient } = useKit();
  const { session } = useSession();
  return useFlow(async (options, proved) => {
    await changeContact(options, proved);
    makeStale({ client, queryClient, session }, updateUserEmail);
  }, options);
}

/** Logs the person in again by a code, for requests that require a fresh login. {@link confirmLogin} */
export function useConfirmLogin(
  options: MutationHookOptions<Session, TypedCode> = {},
): UseMutationResult<Session, HookError, TypedCode> {
  return useFlow(confirmLogin, options);
}

/** Logs the person in again by one of their passkeys, for requests that require a fresh login. */
export const useConfirmByPasskey = (): UseMutationResult<Session, HookError, void> => useFlow(confirmByPasskey, {});

/** Lists the person's passkeys on this device under their new name. {@link updateDevicePasskeys} */
export const useUpdateDevicePasskeys = (): UseMutationResult<void, HookError, void> =>
  useFlow(updateDevicePasskeys, {});

/** A login of the person, on any device. */
export type LoggedInPlace = {
  readonly apiKeyId: string;
  readonly isHere: boolean;
  /** Milliseconds since 1970, by the service's clock. */
  readonly sinceMs: number;
};

/** The person's logins, this device first, then newest first; `undefined` until known. */
export function useLoggedInPlaces(): readonly LoggedInPlace[] | undefined {
  const { session } = useSession();
  const { data } = useUser();
  return useMemo(() => data && placesOf(data, session?.publicKey), [data, session?.publicKey]);
}

function placesOf({ apiKeys }: Me, here: string | undefined): LoggedInPlace[] {
  return apiKeys
    .filter(({ credential }) => isSessionKey(credential.type))
    .map(({ apiKeyId, credential, createdAt }) => ({
      apiKeyId,
      isHere: credential.publicKey === here,
      sinceMs: Number(createdAt.seconds) * 1000,
    }))
    .sort((one, other) => Number(other.isHere) - Number(one.isHere) || other.sinceMs - one.sinceMs);
}
