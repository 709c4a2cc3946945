import type { Transaction } from 'kysely';
import { fromUtf8 } from '../../../crypto/bytes.js';
import type { Tables } from '../../store/schema.js';
import type { KeptStamp } from '../caller/credentialStamp.js';
import type { PasskeyUse } from '../caller/passkeyStamp.js';
import { isRootQuorum } from '../policy/decide.js';
import type { Admitted, NewRequest } from './admission.js';
import type { Arrival } from './arrival.js';
import { belongingOf } from './belonging.js';
import type { Begun, Execution } from './execution.js';
import type { Outcome } from './outcome.js';
import { executePending } from './pending.js';
import { type Foreknown, runExecution } from './runExecution.js';

/** A request that is answered, in its transaction. */
export type Submission = Prepared & { readonly isKnown: boolean; readonly transaction: Transaction<Tables> };

/** A request, and its preparation. */
export type Prepared = NewRequest & {
  readonly arrival: Arrival;
  readonly stamp: KeptStamp;
  /** Of a passkey's stamp. */
  readonly used: PasskeyUse | undefined;
  /** The organization in the body; the request's own is the one where it is executed. */
  readonly namedId: string;
  readonly fingerprint: string;
  readonly foreknown: Foreknown;
  readonly subject: Subject;
};

/** Whom it is about, as far as an execution found out, be it one that was undone. */
export type Subject = { contact: string | null };

/** What an execution reports while it runs. */
type Recording = {
  readonly activityId: string;
  readonly kept: object[];
  readonly begun: Begun[];
  readonly place: { organizationId: string };
};

/** Executes what is allowed. @returns `undefined` where others are waited for. */
export async function outcomeOf(
  submission: Submission,
  { nowMs, organization, caller, decision }: Admitted,
  { activityId, kept, begun, place }: Recording,
): Promise<Outcome | undefined> {
  if (decision.verdict === 'needs consensus') return undefined;
  const { tools, name, arrival, request, stamp, fingerprint, transaction, foreknown, subject } = submission;
  const { versionName: version, parameters } = request;
  const belongsTo = belongingOf(caller, submission.stampedWith);
  const execution: Execution = {
    tools,
    transaction,
    nowMs,
    organization,
    caller,
    isByRootQuorum: !caller.fromParent && isRootQuorum(organization, [caller]),
    activityId,
    belongsTo,
    clientAddress: arrival.clientAddress,
    userTag: arrival.userTag,
    ballot: { message: fromUtf8(arrival.body), stamp, belongsTo },
    keeps: (rows) => {
      kept.push(...rows);
    },
    begins: (effect) => {
      begun.push(effect);
    },
    about: (contact) => {
      subject.contact = contact;
    },
    recordIn: (organizationId) => {
      place.organizationId = organizationId;
    },
    executePending: (pending) => executePending(execution, pending, foreknown),
  };
  return runExecution({ name, fingerprint, version, parameters }, execution, foreknown);
}
