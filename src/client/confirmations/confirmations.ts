import type { SignatureFacts } from '../../reading/signatureFacts.js';
import type { SignatureRequest } from '../../reading/signatureRequest.js';
import type { Session } from '../../sessions/session.js';
import type { AskNode } from '../askNode.js';
import type { Client } from '../createClient.js';
import { pause } from '../deadline.js';
import { isFramedByAnother } from '../framing.js';
import { loadPart } from '../loadPart.js';
import { tellListeners } from '../tellListeners.js';
import { ConfirmationError, type ConfirmationErrorCode, type RefusalReason } from './confirmationError.js';
import { type Follow, type Following, makeFollowing, unfollowed } from './following.js';

/** What a page asks the person for: a login, or a signature. */
export type Confirmation = {
  /** Of this page, counted from 1. */
  readonly id: number;
  /** Says no: whoever asked gets REQUEST_REJECTED, or LOGIN_CLOSED. */
  readonly reject: () => void;
} & (
  | { readonly kind: 'login' }
  | {
      readonly kind: 'signature';
      readonly request: SignatureRequest;
      readonly facts: SignatureFacts;
      /** To be called when the request stands on the screen, whole. */
      readonly shown: () => void;
      /**
       * Says yes. It is no answer before the request has been on the screen for 500 ms, or where the page is hidden: a click that was meant
       * for something else signs nothing.
       *
       * @returns whether it was an answer
       */
      readonly approve: () => boolean;
    }
);

/** A request that is not signed, whatever anybody says. */
export type RefusedRequest = {
  /** Counted with the confirmations. */
  readonly id: number;
  readonly reason: RefusalReason;
  /** It is seen from now on. */
  readonly shown: () => void;
  /** The person closes it: not in its first half second, since that was meant for what stood there before. */
  readonly close: () => void;
  /** It stands there no more, whatever closed it. */
  readonly gone: () => void;
};

/** What waits for the person, the first one first, in this page. */
export type Confirmations = {
  /** A list is never changed: each change makes another one. */
  readonly getSnapshot: () => readonly Confirmation[];
  /** Whoever listens shows what waits: without a listener nothing can be asked. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Asks whether this may be signed, as `confirmSignatures` of the settings says.
   *
   * @throws {ConfirmationError}
   */
  readonly confirm: (request: SignatureRequest, session: Session, askNode?: AskNode) => Promise<void>;
  /**
   * The same, for what does not end with the answer: whoever shows requests may show what becomes of it.
   *
   * @param askNode - of the request's chain, where it has one: it says what contracts of unknown tokens say of themselves.
   */
  readonly confirmAndFollow: (request: SignatureRequest, session: Session, askNode?: AskNode) => Promise<Follow>;
  /** What was confirmed, and how far it is. */
  readonly following: Following;
  /** As `subscribe`, for whoever shows what was refused: where nobody does, it is not kept. */
  readonly subscribeToRefusals: (listener: () => void) => () => void;
  /** What was refused without asking, until the person has seen that. */
  readonly getRefusal: () => RefusedRequest | undefined;
  /** Asks for a login. @throws {ConfirmationError} LOGIN_CLOSED, CONFIRMATION_MISSING, TOO_MANY_REQUESTS, FRAMED_BY_ANOTHER_ORIGIN */
  readonly login: () => Promise<Session>;
};

/** The queue of a client, made when it is first needed. */
export function confirmationsOf(client: Client): Confirmations {
  const made = queues.get(client) ?? makeConfirmations(client);
  queues.set(client, made);
  return made;
}

const queues = new WeakMap<Client, Confirmations>();

/** What still waits, before it has its functions. */
type Waiting =
  | { readonly kind: 'login' }
  | { readonly kind: 'signature'; readonly request: SignatureRequest; readonly facts: SignatureFacts };

function makeConfirmations(client: Client): Confirmations {
  const listeners = new Set<() => void>();
  const following = makeFollowing();
  let refusal: RefusedRequest | undefined;
  let refusalReaders = 0;
  let quietUntilMs = 0;
  let waiting: readonly Confirmation[] = [];
  let lastId = 0;

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  function change(next: readonly Confirmation[]): void {
    waiting = next;
    tellListeners(listeners);
  }

  /** Whether something shows what waits. A page that is being drawn may ask before its dialogs are there. */
  async function isShown(): Promise<boolean> {
    const endsAtMs = performance.now() + mostMissingMs;
    while (listeners.size === 0 && performance.now() < endsAtMs) await pause(50, undefined);
    return listeners.size > 0;
  }

  /**
   * Waits for the person.
   *
   * @param approved - the answer, once they have said yes to the request of this id.
   * @param ended - what has become of it without them, looked at whenever the sessions of this device change.
   */
  async function ask<Answer>(
    what: Waiting,
    approved: (id: number) => Answer,
    ended: () => { readonly answer: Answer } | { readonly error: ConfirmationError } | undefined,
  ): Promise<Answer> {
    if (isFramed()) throw refused('FRAMED_BY_ANOTHER_ORIGIN');
    if (!(await isShown())) throw refused('CONFIRMATION_MISSING');
    if (waiting.length >= mostWaiting) throw refused('TOO_MANY_REQUESTS');
    lastId += 1;
    const id = lastId;
    const clock = visibleClock();
    let stop = () => {};
    try {
      return await new Promise<Answer>((resolve, reject) => {
        let isOver = false;
        const once = (settle: () => void) => {
          if (isOver) return;
          isOver = true;
          settle();
        };
        const look = () => {
          const end = ended();
          if (end) once(() => ('error' in end ? reject(end.error) : resolve(end.answer)));
        };
        stop = client.sessions.subscribe(look);
        look();
        const no = refused(what.kind === 'login' ? 'LOGIN_CLOSED' : 'REQUEST_REJECTED');
        const confirmation = { ...what, id, reject: () => once(() => reject(no)) };
        const approval = approvalBy(() => once(() => resolve(approved(id))));
        change([...waiting, confirmation.kind === 'login' ? confirmation : { ...confirmation, ...approval }]);
      });
    } finally {
      stop();
      clock.stop();
      change(waiting.filter((each) => each.id !== id));
    }

    function approvalBy(say: () => void): Pick<Extract<Confirmation, { kind: 'signature' }>, 'shown' | 'approve'> {
      return {
        shown() {
          clock.isShown = true;
          clock.look();
        },
        approve() {
          const isSeen = performance.now() - clock.sinceMs >= leastShownMs;
          if (isSeen) say();
          return isSeen;
        },
      };
    }
  }

  /** One at a time, with a pause after each: a page that asks again and again fills no queue, and holds nobody in it. */
  function tellRefusal(reason: RefusalReason, untilGone: (close: () => void) => () => void): void {
    if (refusal || refusalReaders === 0 || isFramed() || performance.now() < quietUntilMs) return;
    let sinceMs = performance.now();
    const gone = () => {
      stop();
      if (refusal !== told) return;
      refusal = undefined;
      quietUntilMs = performance.now() + quietMs;
      tellListeners(listeners);
    };
    const stop = untilGone(gone);
    lastId += 1;
    const told: RefusedRequest = {
      id: lastId,
      reason,
      shown() {
        sinceMs = performance.now();
      },
      close: () => performance.now() - sinceMs >= leastShownMs && gone(),
      gone,
    };
    refusal = told;
    tellListeners(listeners);
  }

  /** Asks for a yes, where somebody is to be asked. */
  async function confirmed(
    given: SignatureRequest,
    session: Session,
    begin: Following['begin'],
    askNode: AskNode | undefined,
  ): Promise<Follow> {
    const { confirmSignatures = 'requests' } = client.settings;
    const { readWithClaims } = await loadPart(import('./readRequest.js'));
    const isNever = confirmSignatures === 'never';
    /** What is shown of it is nothing for whoever uses the page next. */
    const untilGone = (close: () => void) =>
      client.sessions.subscribe(() => {
        if (!isLoggedIn(client, session)) close();
      });
    const reading = readWithClaims(given, client, isNever ? undefined : askNode);
    const { request, facts } = await reading.catch((error: { readonly reason?: RefusalReason }) => {
      if (error.reason && !isNever && isLoggedIn(client, session)) tellRefusal(error.reason, untilGone);
      throw error;
    });
    if (isNever) return unfollowed;
    const said =
      typeof confirmSignatures === 'function' ? await saidBy(() => confirmSignatures(request, facts)) : 'ask';
    if (said === true) return unfollowed;
    if (said !== 'ask') throw refused('REQUEST_REJECTED');
    return ask(
      { kind: 'signature', request, facts },
      (id) => begin({ id, request, facts }, untilGone),
      () => (isLoggedIn(client, session) ? undefined : { error: refused('SESSION_ENDED') }),
    );
  }

  return {
    getSnapshot: () => waiting,
    subscribe,
    following,
    subscribeToRefusals(listener) {
      refusalReaders += 1;
      const stop = subscribe(listener);
      return () => {
        refusalReaders -= 1;
        stop();
      };
    },
    getRefusal: () => refusal,
    async confirm(request, session, askNode) {
      await confirmed(request, session, () => unfollowed, askNode);
    },
    confirmAndFollow: (request, session, askNode) => confirmed(request, session, following.begin, askNode),
    async login() {
      const activeNow = () => client.sessions.getSnapshot().active;
      const { active } = await client.sessions.current();
      if (active) return active;
      return ask<Session>({ kind: 'login' }, never, () => {
        const answer = activeNow();
        return answer && { answer };
      });
    },
  };
}

/** Since when a request has been on the screen of a page that is visible, in milliseconds. */
function visibleClock() {
  const clock = {
    isShown: false,
    sinceMs: Number.POSITIVE_INFINITY,
    look() {
      const isSeen = clock.isShown && document.visibilityState === 'visible';
      clock.sinceMs = isSeen ? Math.min(clock.sinceMs, performance.now()) : Number.POSITIVE_INFINITY;
    },
    stop: () => globalThis.document?.removeEventListener('visibilitychange', clock.look),
  };
  globalThis.document?.addEventListener('visibilitychange', clock.look);
  return clock;
}

const never = (): never => {
  throw new Error('A login is approved by logging in.');
};

/** What the app's own function says; one that throws says no. */
async function saidBy(decide: () => unknown): Promise<unknown> {
  try {
    return await decide();
  } catch {
    return false;
  }
}

/** Whether this is still the person who uses the page: a renewed session is another one of the same person. */
function isLoggedIn(client: Client, { userId, organizationId }: Session): boolean {
  const { active } = client.sessions.getSnapshot();
  return active?.userId === userId && active.organizationId === organizationId;
}

const isFramed = (): boolean => globalThis.window !== undefined && isFramedByAnother(window);

const mostWaiting = 10;
const leastShownMs = 500;
const quietMs = 5_000;
const mostMissingMs = 1_000;

const sentences: { readonly [code in ConfirmationErrorCode]: string } = {
  REQUEST_REJECTED: 'This was not confirmed.',
  LOGIN_CLOSED: 'Nobody logged in.',
  SESSION_ENDED: 'The person who was asked is no longer logged in.',
  CONFIRMATION_MISSING:
    'Nothing on this page shows what is to be signed: render what useConfirmations() has, or set confirmSignatures.',
  TOO_MANY_REQUESTS: 'Ten requests wait for an answer already.',
  FRAMED_BY_ANOTHER_ORIGIN: 'A page of another origin shows this one in a frame, so that nobody can be asked here.',
  REQUEST_REFUSED: 'This is not signed.',
};

const refused = (code: ConfirmationErrorCode): ConfirmationError => new ConfirmationError(code, sentences[code]);
