import type { UseMutationOptions, UseMutationResult, UseQueryOptions, UseQueryResult } from '@tanstack/react-query';
import type { SessionRequest } from '../client/ask.js';
import type { ClientErrorCode } from '../client/clientErrorCode.js';
import type { CommonRefusalCode } from '../contract/commonRefusalCodes.js';
import type { RefusalCode, UnknownRefusalCode } from '../contract/refusals.js';
import type { LatchkeyError } from '../errors.js';
import type { Session } from '../sessions/session.js';
import type { QueryKey } from './queryKeys.js';

/**
 * Why a hook's request failed: refusals of its own operation, errors of every request, and UNKNOWN_REFUSAL, where the service sent a code
 * that this version of the kit does not know.
 */
export interface HookError<Refusal extends RefusalCode = RefusalCode>
  extends LatchkeyError<Refusal | CommonRefusalCode | UnknownRefusalCode | ClientErrorCode> {
  /** Of a refusal: the code as the service sent it. */
  readonly rawCode?: string;
}

/** The caller. Default: the active session. */
type OfSession = { readonly session?: Session | undefined };

/** The options of a query hook: those of `useQuery` (`enabled`, `select`, `staleTime` …), and the session. */
export type QueryHookOptions<Answer, Data, Refusal extends RefusalCode = RefusalCode> = Omit<
  UseQueryOptions<Answer, HookError<Refusal>, Data, QueryKey>,
  'queryKey' | 'queryFn'
> &
  OfSession;

/** The options of a mutation hook: those of `useMutation` (`onSuccess`, `onError` …). */
export type MutationHookOptions<Answer, Request, Refusal extends RefusalCode = RefusalCode> = Omit<
  UseMutationOptions<Answer, HookError<Refusal>, Request>,
  'mutationFn'
>;

/** The same for a stamped request, and the session. */
export type SubmitHookOptions<Answer, Request, Refusal extends RefusalCode = RefusalCode> = MutationHookOptions<
  Answer,
  Request,
  Refusal
> &
  OfSession & {
    /** If the login is too old, the browser asks for a passkey of the logged-in person, and the request is sent again with its stamp. */
    readonly freshBy?: 'passkey' | undefined;
    /** `passkey`: the browser asks for a passkey of the logged-in person, which stamps this one request instead of the session. */
    readonly stamper?: 'passkey' | undefined;
  };

/** The hook of a query: its request, its answer, and its own refusals. */
export type QueryHook<Request, Answer, Refusal extends RefusalCode> = <Data = Answer>(
  request: SessionRequest<Request>,
  options?: QueryHookOptions<Answer, Data, Refusal>,
) => UseQueryResult<Data, HookError<Refusal>>;

/** The hook of an activity: its parameters, its result, and its own refusals. */
export type ActivityHook<Parameters, Result, Refusal extends RefusalCode> = (
  options?: SubmitHookOptions<Result, Parameters, Refusal>,
) => UseMutationResult<Result, HookError<Refusal>, Parameters>;

/** The hook of a call to the auth proxy: its request, its answer, and its own refusals. */
export type ProxyHook<Request, Answer, Refusal extends RefusalCode> = (
  options?: MutationHookOptions<Answer, Request, Refusal>,
) => UseMutationResult<Answer, HookError<Refusal>, Request>;
