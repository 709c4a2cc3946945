'use client';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
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
  /** The one that it was given, if any: names that are made of the time are left out. */
  readonly name: string | undefined;
  readonly isHere: boolean;
  /** Milliseconds since 1970, by the service's clock. */
  readonly sinceMs: number;
  /** The same; it ends by then at the latest, if nothing renews it. `undefined` where the service tells of no end. */
  readonly endsAtMs: number | undefined;
};

/** The person's logins, this device first, then newest first; `undefined` until known. */
export function useLoggedInPlaces(): readonly LoggedInPlace[] | undefined {
  const { session } = useSession();
  const { data, refetch } = useUser();
  const here = session?.publicKey;
  const places = useMemo(() => data && placesOf(data, here), [data, here]);
  const isRenewed = places !== undefined && here !== undefined && !places.some(({ isHere }) => isHere);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each key that a renewal gave this device
  useEffect(() => {
    if (isRenewed) void refetch();
  }, [isRenewed, here, refetch]);
  return places;
}

function placesOf({ apiKeys }: Me, here: string | undefined): LoggedInPlace[] {
  return apiKeys
    .filter(({ credential }) => isSessionKey(credential.type))
    .map(({ apiKeyId, apiKeyName, credential, createdAt, expirationSeconds }) => {
      const sinceMs = Number(createdAt.seconds) * 1000;
      return {
        apiKeyId,
        name: isMadeOfTime.test(apiKeyName) ? undefined : apiKeyName,
        isHere: credential.publicKey === here,
        sinceMs,
        endsAtMs: expirationSeconds === undefined ? undefined : sinceMs + Number(expirationSeconds) * 1000,
      };
    })
    .sort((one, other) => Number(other.isHere) - Number(one.isHere) || other.sinceMs - one.sinceMs);
}

/** `Session 2026-11-22T00:20:00.000Z`, as keys are called whom nobody names. */
const isMadeOfTime = /\d{4}-\d\d-\d\d|\d{10}/;
