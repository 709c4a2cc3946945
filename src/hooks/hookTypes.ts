import type { UseMutationOptions, UseMutationResult, UseQueryOptions, UseQueryResult } from '@tanstack/react-query';
import type { ActivityPendingErrorCode } from '../client/activityPendingError.js';
import type { AnswerErrorCode } from '../client/answerError.js';
import type { SessionRequest } from '../client/ask.js';
import type { LinkErrorCode } from '../client/links/linkError.js';
import type { UnreachableErrorCode } from '../client/unreachableError.js';
import type { CommonRefusalCode } from '../contract/commonRefusals.js';
import type { RefusalCode } from '../contract/refusals.js';
import type { LatchkeyError } from '../errors.js';
import type { Session } from '../sessions/session.js';
import type { SessionErrorCode } from '../sessions/sessionError.js';
import type { PasskeyErrorCode } from '../stampers/passkeyError.js';
import type { QueryKey } from './queryKeys.js';

/**
 * Why a hook's request failed: what its own operation can refuse, what every request can meet, and codes of other versions of the
 * service.
 */
export interface HookError<Refusal extends RefusalCode = RefusalCode>
  extends LatchkeyError<Refusal | CommonRefusalCode | KitErrorCode | (string & {})> {}

/** What the kit says itself: nobody was heard, the answer cannot be read, it is not done yet, nobody is logged in, no passkey answered, a link leads nowhere. */
type KitErrorCode =
  | UnreachableErrorCode
  | AnswerErrorCode
  | ActivityPendingErrorCode
  | SessionErrorCode
  | PasskeyErrorCode
  | LinkErrorCode;

/** Whose request it is. Default: the active session. */
type OfSession = { readonly session?: Session | undefined };

/** What a query hook takes beside the request: the options of `useQuery` (`enabled`, `select`, `staleTime` …), and whose request it is. */
export type QueryHookOptions<Answer, Data, Refusal extends RefusalCode = RefusalCode> = Omit<
  UseQueryOptions<Answer, HookError<Refusal>, Data, QueryKey>,
  'queryKey' | 'queryFn'
> &
  OfSession;

/** What a mutation hook takes: the options of `useMutation` (`onSuccess`, `onError` …). */
export type MutationHookOptions<Answer, Request, Refusal extends RefusalCode = RefusalCode> = Omit<
  UseMutationOptions<Answer, HookError<Refusal>, Request>,
  'mutationFn'
>;

/** The same of a stamped request: and whose it is. */
export type SubmitHookOptions<Answer, Request, Refusal extends RefusalCode = RefusalCode> = MutationHookOptions<
  Answer,
  Request,
  Refusal
> &
  OfSession & {
    /** Where the login is too old for it, the browser asks for a passkey of who is logged in, and it is asked once more with that. */
    readonly freshBy?: 'passkey' | undefined;
    /** `passkey`: the browser asks for a passkey of who is logged in, which stamps this one request instead of the session. */
    readonly stamper?: 'passkey' | undefined;
  };

/** The hook of a query: of its request, its answer, and the refusals of its own. */
export type QueryHook<Request, Answer, Refusal extends RefusalCode> = <Data = Answer>(
  request: SessionRequest<Request>,
  options?: QueryHookOptions<Answer, Data, Refusal>,
) => UseQueryResult<Data, HookError<Refusal>>;

/** The hook of an activity: of its parameters, its result, and the refusals of its own. */
export type ActivityHook<Parameters, Result, Refusal extends RefusalCode> = (
  options?: SubmitHookOptions<Result, Parameters, Refusal>,
) => UseMutationResult<Result, HookError<Refusal>, Parameters>;

/** The hook of a call to the auth proxy: of its request, its answer, and the refusals of its own. */
export type ProxyHook<Request, Answer, Refusal extends RefusalCode> = (
  options?: MutationHookOptions<Answer, Request, Refusal>,
) => UseMutationResult<Answer, HookError<Refusal>, Request>;
