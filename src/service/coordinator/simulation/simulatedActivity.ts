import type { SimulatedActivity, WrittenActivity } from '../../../contract/policyCases.records.js';
import { refused } from '../../../contract/refusals.js';
import { shaped } from '../../http/readBody.js';
import type { Row } from '../../store/schema.js';
import { type Caller, type CallerCredential, recoveryKeyType } from '../callers/caller.js';
import { credentialsOf } from '../callers/credentialsOf.js';
import type { Case } from '../engine/admission/decision.js';
import type { QueryContext } from '../engine/handlers/handler.js';
import { findRowOf } from '../engine/handlers/rowOf.js';
import { findActivity } from '../engine/record/record.js';
import { votesOf } from '../engine/votes/readVotes.js';
import { approved } from '../engine/votes/votes.js';
import { callerCredential, votingCredential } from '../engine/votes/votingCredential.js';
import type { Approval } from '../policy/subject.js';
import { findUser } from '../records/users.js';

/** An activity that is asked about. */
export type Simulated = Omit<Case, 'fingerprint' | 'asking'> & {
  /** How long its parameters are: reading them takes its time. */
  readonly characters: number;
};

type Read = Pick<Simulated, 'name' | 'row' | 'versionName' | 'parameters' | 'characters' | 'nowMs'>;
type Context = Pick<QueryContext, 'db' | 'organization' | 'tools' | 'handlers'>;

/** Why an activity has no outcome, with a code that is no refusal's. */
export class NotEvaluated extends Error {
  readonly code: string;

  constructor(code: 'INTENT_NOT_KEPT' | 'VOTE' | 'NOT_EVALUATED', message: string) {
    super(message);
    this.code = code;
  }
}

/** Reads activities and whoever submits them, each user once. @throws {RefusedError} @throws {NotEvaluated} */
export function createReader(context: Context): (asked: SimulatedActivity) => Promise<Simulated> {
  const { db, organization, tools, handlers } = context;
  const { organization_id } = organization;
  const people = new Map<string, Promise<Person>>();
  const personOf = (userId: string): Promise<Person> => {
    const known = people.get(userId) ?? findPerson(context, userId);
    people.set(userId, known);
    return known;
  };

  return async ({ userId, activityId, activity }) => {
    const stored = activityId === undefined ? undefined : await findActivity(db, organization_id, activityId);
    if (activityId !== undefined && !stored) throw refused('ACTIVITY_NOT_FOUND');
    const read = tools.work.charge(() =>
      stored ? readStored(stored) : readWritten(activity as WrittenActivity, tools.clock()),
    );
    if (read.row.right === 'vote') throw new NotEvaluated('VOTE', 'A vote is decided by what it is about.');
    const { user, held } = await personOf(userId ?? stored?.submitted_by ?? '');
    const votes = userId === undefined && stored ? ((await votesOf(db, [stored])).get(stored.activity_id) ?? []) : [];
    const approvals: Approval[] = [];
    for (const vote of votes) {
      if (vote.selection !== approved) continue;
      const approver = await personOf(vote.userId).catch(() => undefined); // whoever has gone approves no more
      if (!approver) continue;
      const credential = votingCredential(approver.held, { voted_by: vote.publicKey, voted_with: vote.scheme });
      approvals.push({ user: approver.user, credential });
    }
    const own = approvals.find((each) => each.user.user_id === user.user_id);
    const caller: Caller = {
      user,
      fromParent: false,
      credential: own ? own.credential : oldestUsable(held, tools.clock()),
    };
    return {
      ...read,
      tools,
      handlers,
      organization,
      caller,
      approvals: own ? approvals : [caller, ...approvals],
    };
  };
}

type Person = { readonly user: Row<'users'>; readonly held: readonly Row<'credentials'>[] };

async function findPerson({ db, organization: { organization_id } }: Context, userId: string): Promise<Person> {
  const user = await findUser(db, organization_id, userId);
  if (!user) throw refused('USER_NOT_FOUND');
  return { user, held: await credentialsOf(db, user) };
}

/** The oldest of those that a request may be stamped with; where all have expired, of those. A recovery key stamps nothing else. */
function oldestUsable(held: readonly Row<'credentials'>[], nowMs: number): CallerCredential | undefined {
  const own = held.filter(({ credential_type }) => credential_type !== recoveryKeyType);
  const oldest = own.find(({ expires_at_ms }) => expires_at_ms === null || expires_at_ms > nowMs) ?? own[0];
  return oldest && callerCredential(oldest);
}

/** A written activity, as the service would read it. @throws {RefusedError} ACTIVITY_TYPE_UNKNOWN, REQUEST_INVALID */
export function readWritten({ type, parameters, timestampMs }: WrittenActivity, nowMs = 0): Read {
  const found = findRowOf(type);
  if (!found) throw refused('ACTIVITY_TYPE_UNKNOWN', { about: type });
  const { version, ...names } = found;
  return {
    ...names,
    parameters: shaped(version.parameters, parameters),
    characters: JSON.stringify(parameters).length,
    nowMs: timestampMs === undefined ? nowMs : Number(timestampMs),
  };
}

/** @throws {NotEvaluated} where not all of it is kept */
function readStored({ type, intent, created_at_ms }: Row<'activities'>): Read {
  const found = findRowOf(type);
  const isWhole = !intent.includes('"[dropped sha256:');
  const parameters = isWhole && found ? JSON.parse(intent)[found.version.intentKey] : undefined;
  if (!found || parameters === undefined)
    throw new NotEvaluated('INTENT_NOT_KEPT', 'What this activity was about is not kept any more.');
  const { version: _, ...names } = found;
  return { ...names, parameters, characters: intent.length, nowMs: created_at_ms };
}
