'use client';
import type { UseMutationResult } from '@tanstack/react-query';
import { type LinkRequest, loginWithEmailLink, recoverAccount, requestEmailLink } from '../client/flows/emailLink.js';
import type { OpenedOrPasted } from '../client/links/logInByLink.js';
import type { RecoveredAccount, RecoveryOptions } from '../client/links/recover.js';
import type { SentLink } from '../client/links/requestLink.js';
import type { Session } from '../sessions/session.js';
import type { HookError, MutationHookOptions } from './hookTypes.js';
import { useFlow } from './useFlow.js';

/** Has a link mailed that logs in, or recovers an account. {@link requestEmailLink} */
export function useRequestEmailLink(
  options: MutationHookOptions<SentLink, LinkRequest> = {},
): UseMutationResult<SentLink, HookError, LinkRequest> {
  return useFlow(requestEmailLink, options);
}

/**
 * Makes the link of a mail a session. {@link loginWithEmailLink}
 *
 * @example
 * const login = useLoginWithEmailLink()
 * const [link] = useState(() => takeEmailLink())
 * return link && <button onClick={() => login.mutate({ link })}>Log in</button>
 */
export function useLoginWithEmailLink(
  options: MutationHookOptions<Session, OpenedOrPasted> = {},
): UseMutationResult<Session, HookError, OpenedOrPasted> {
  return useFlow(loginWithEmailLink, options);
}

/** Gives an account a new passkey, by a link that was asked for to recover it. {@link recoverAccount} */
export function useRecoverAccount(
  options: MutationHookOptions<RecoveredAccount, RecoveryOptions> = {},
): UseMutationResult<RecoveredAccount, HookError, RecoveryOptions> {
  return useFlow(recoverAccount, options);
}
