import type { HookError } from 'latchkey';
import type { ReactNode } from 'react';
import { Loading } from './Page.js';
import { Refusal } from './Refusal.js';

type AnswerProps<Data> = {
  /** What a query hook returns. */
  readonly of: { readonly data: Data | undefined; readonly error: HookError | null; readonly refetch: () => unknown };
  readonly children: (data: Data) => ReactNode;
};

/** An answer as it comes: loading, refused with a way to try again, or there. What is there stays while it is asked for again. */
export function Answer<Data>({ of: { data, error, refetch }, children }: AnswerProps<Data>): ReactNode {
  if (data !== undefined)
    return (
      <>
        {error && <Refusal error={error} onRetry={() => refetch()} />}
        {children(data)}
      </>
    );
  // A name in the address that is none: asking again helps nobody.
  if (error?.code === 'REQUEST_INVALID') return <p role="alert">There is nothing at this address.</p>;
  return error ? <Refusal error={error} onRetry={() => refetch()} /> : <Loading />;
}
