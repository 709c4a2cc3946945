import { abortable } from '../client/deadline.js';
import { writeRefusalBody } from '../contract/refusalBody.js';
import { type RefusalCode, type RefusalDetails, refused } from '../contract/refusals.js';

/** What happens to a request instead of, or before, its answer. */
export type Failure =
  /** The service refuses it, with the refusal's code. */
  | { readonly refuse: RefusalCode; readonly details?: RefusalDetails }
  /** The request never arrives. */
  | 'unreachable'
  /** The request arrives and is answered, but the answer is lost. */
  | 'answer lost'
  /** The request waits until this promise settles, and is answered then. */
  | { readonly until: Promise<unknown> };

/** Planned failures of the next requests. */
export type Failures = {
  /**
   * The next requests with this name (`otp_init`, which includes `otp_init_v2`; `whoami`, …; `*` for any) fail like this, `times` of them
   * (default 1).
   */
  readonly next: (name: string, failure: Failure, times?: number) => void;
  /** Removes the failures that have not happened yet. */
  readonly clear: () => void;
};

type Fetch = (request: Request) => Promise<Response>;

/** A `fetch` that fails as planned, and otherwise calls the service. */
export function failing(fetch: Fetch): Failures & { fetch: Fetch } {
  let planned: { name: string; failure: Failure }[] = [];
  return {
    next: (name, failure, times = 1) => {
      planned = [...planned, ...Array.from({ length: times }, () => ({ name, failure }))];
    },
    clear: () => {
      planned = [];
    },
    fetch: async (request) => {
      const name = new URL(request.url).pathname.split('/').at(-1) ?? '';
      const names = ['*', name, name.replace(/_v\d$/, '')];
      const plan = planned.find((candidate) => names.includes(candidate.name));
      if (!plan) return fetch(request);
      planned = planned.filter((candidate) => candidate !== plan);
      return fail(plan.failure, fetch, request);
    },
  };
}

async function fail(failure: Failure, fetch: Fetch, request: Request): Promise<Response> {
  if (failure === 'unreachable') throw new TypeError('Failed to fetch');
  if (failure === 'answer lost') {
    await fetch(request);
    throw new TypeError('Failed to fetch');
  }
  if ('until' in failure) {
    await abortable(failure.until, request.signal);
    return fetch(request);
  }
  const error = refused(failure.refuse, failure.details);
  const retryAfter =
    error.retryAfterMs === undefined ? {} : { 'Retry-After': String(Math.ceil(error.retryAfterMs / 1000)) };
  return Response.json(writeRefusalBody(error), { status: error.status, headers: retryAfter });
}
