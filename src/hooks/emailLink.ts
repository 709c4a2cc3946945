'use client';
import type { UseMutationResult } from '@tanstack/react-query';
import { type LinkRequest, loginWithEmailLink, recoverAccount, requestEmailLink } from '../client/flows/emailLink.js';
import type { OpenedOrPasted } from '../client/links/logInByLink.js';
import type { RecoveredAccount, RecoveryOptions } from '../client/links/recover.js';
import type { SentLink } from '../client/links/requestLink.js';
import type { Session } from '../sessions/session.js';
import type { HookError, MutationHookOptions } from './hookTypes.js';
import { useFlow } from './useFlow.js';

/** Requests an e-mail with a link that logs in, or recovers an account. {@link requestEmailLink} */
export function useRequestEmailLink(
  options: MutationHookOptions<SentLink, LinkRequest> = {},
): UseMutationResult<SentLink, HookError, LinkRequest> {
  return useFlow(requestEmailLink, options);
}

/**
 * Logs in with the link of an e-mail. {@link loginWithEmailLink}
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

/** Registers a new passkey for an account, by a recovery link. {@link recoverAccount} */
export function useRecoverAccount(
  options: MutationHookOptions<RecoveredAccount, RecoveryOptions> = {},
): UseMutationResult<RecoveredAccount, HookError, RecoveryOptions> {
  return useFlow(recoverAccount, options);
}
