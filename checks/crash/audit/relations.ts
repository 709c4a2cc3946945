import { activityRows } from '../../../src/contract/rows.js';
import { votesIn } from '../../../src/service/coordinator/engine/votes/readVotes.js';
import type { Row } from '../../../src/service/store/schema.js';
import { threeAgree } from '../policyOrganizations.js';
import type { Contents } from './contents.js';
import { leaseFaults } from './effects.js';
import { grouped, key, without } from './keys.js';
import { proofFaults } from './proofs.js';
import { eventFaults, type SubscribedSince, tagFaults } from './references.js';
import { transferFaults } from './transfers.js';

/**
 * Finds rows without the row that they refer to: a sentence for each.
 *
 * @param subscribedSince - from when an endpoint must get events. Default: from its creation.
 */
export function relationFaults(
  contents: Contents,
  subscribedSince: SubscribedSince = ({ created_at_ms }) => created_at_ms,
): string[] {
  return [
    ...credentialFaults(contents),
    ...contactFaults(contents),
    ...voteFaults(contents),
    ...answerFaults(contents),
    ...tokenFaults(contents),
    ...tagFaults(contents),
    ...eventFaults(contents, subscribedSince),
    ...transferFaults(contents),
    ...leaseFaults(contents),
    ...proofFaults(contents),
  ];
}

function credentialFaults({ credentials, credential_index, organizations }: Contents): string[] {
  const parents = new Map(organizations.map((row) => [row.organization_id, row.parent_id]));
  const written = (rows: typeof credentials) =>
    rows
      .filter((row) => typeof parents.get(row.organization_id) === 'string')
      .map((row) => key(parents.get(row.organization_id) ?? '', row.organization_id, row.user_id, row.lookup_key));
  const held = written(credentials.filter((row) => row.is_proved));
  const found = credential_index.map((row) => key(row.parent_id, row.organization_id, row.user_id, row.lookup_key));
  return [
    ...without(held, found).map((each) => `a credential that the index lacks: ${each}`),
    ...without(found, written(credentials)).map((each) => `an entry of the index without its credential: ${each}`),
  ];
}

function contactFaults({ contacts, users, organizations }: Contents): string[] {
  const parents = new Map(organizations.map((row) => [row.organization_id, row.parent_id]));
  const verified = users.flatMap((user) => {
    const at = [parents.get(user.organization_id) ?? '', user.organization_id, user.user_id] as const;
    return [
      ...(user.email_verified ? [key(...at, 'EMAIL', user.email ?? '')] : []),
      ...(user.phone_verified ? [key(...at, 'PHONE_NUMBER', user.phone_number ?? '')] : []),
    ];
  });
  const found = contacts.map((row) => key(row.parent_id, row.organization_id, row.user_id, row.kind, row.contact));
  return [
    ...without(found, verified).map((each) => `a contact without its user: ${each}`),
    ...without(verified, found).map((each) => `a verified user without its contact: ${each}`),
  ];
}

type Cast = Pick<Row<'votes'>, 'organization_id' | 'activity_id' | 'user_id' | 'selection'>;

/** Votes with a row of their own, and those stored in the activity that they decided. */
const castIn = ({ activities, votes }: Contents): Cast[] => [
  ...votes,
  ...activities.flatMap((activity) =>
    votesIn(activity, []).map(({ userId, selection }) => ({
      organization_id: activity.organization_id,
      activity_id: activity.activity_id,
      user_id: userId,
      selection,
    })),
  ),
];

function voteFaults(contents: Contents): string[] {
  const { activities, organizations } = contents;
  const thresholds = new Map(organizations.map((row) => [row.organization_id, row.root_quorum_threshold]));
  for (const { organization_id, consensus } of contents.policies)
    if (consensus === threeAgree) thresholds.set(organization_id, 3);
  const byActivity = grouped(castIn(contents), (vote) => key(vote.organization_id, vote.activity_id));
  const byFingerprint = new Map(activities.map((row) => [key(row.organization_id, row.fingerprint), row]));
  const known = new Set(activities.map((row) => key(row.organization_id, row.activity_id)));
  const orphans = [...byActivity.keys()].filter((each) => !known.has(each));
  return [
    ...orphans.map((each) => `a vote without its activity: ${each}`),
    ...votesOfOthers(contents).map((each) => `a vote that no activity cast: ${each}`),
    ...activities.flatMap((activity) => {
      const at = key(activity.organization_id, activity.activity_id);
      const cast = byActivity.get(at) ?? [];
      // The activity that deleted an organization is in its parent's record, without its votes.
      const isWithout = activity.kind === 'DELETE_SUB_ORGANIZATION' && activity.status === 'ACTIVITY_STATUS_COMPLETED';
      const faults =
        isWithout || cast.some((vote) => vote.user_id === activity.submitted_by)
          ? []
          : [`an activity without the vote of who submitted it: ${at}`];
      const target = byFingerprint.get(key(activity.organization_id, votedOn(activity)));
      if (target && !isVotedBy(target, activity, byActivity)) faults.push(`a vote that is not with its target: ${at}`);
      if (votesIn(activity, []).length > 0 && cast.length > 1)
        faults.push(`a sole vote that is not the only one: ${at}`);
      const fault = quorumFault(activity, cast, thresholds.get(activity.organization_id) ?? 1);
      return fault === undefined ? faults : [...faults, `${fault}: ${at}`];
    }),
  ];
}

/** Votes on others' activities for which there is no approval or rejection. */
function votesOfOthers({ activities, votes }: Contents): string[] {
  const targets = new Map(activities.map((row) => [key(row.organization_id, row.activity_id), row]));
  const cast = activities.map((row) => key(row.organization_id, row.submitted_by, votedOn(row)));
  const needed = votes.flatMap(({ organization_id, activity_id, user_id }) => {
    const target = targets.get(key(organization_id, activity_id));
    if (!target || target.submitted_by === user_id) return [];
    return key(organization_id, user_id, target.fingerprint);
  });
  return without(needed, cast);
}

/** The fingerprint that a completed approval or rejection names. */
function votedOn({ kind, status, intent }: Row<'activities'>): string {
  const isVote = kind === 'APPROVE_ACTIVITY' || kind === 'REJECT_ACTIVITY';
  if (!isVote || status !== 'ACTIVITY_STATUS_COMPLETED') return '';
  return (Object.values(JSON.parse(intent) as object)[0] as { fingerprint: string }).fingerprint;
}

function isVotedBy(
  target: Row<'activities'>,
  { submitted_by }: Row<'activities'>,
  votes: ReadonlyMap<string, readonly Cast[]>,
): boolean {
  const cast = votes.get(key(target.organization_id, target.activity_id)) ?? [];
  return cast.some((vote) => vote.user_id === submitted_by);
}

/** What contradicts an activity's status in its votes. */
function quorumFault(
  { status, kind }: Row<'activities'>,
  votes: readonly Cast[],
  threshold: number,
): string | undefined {
  const approvals = votes.filter((vote) => vote.selection === 'VOTE_SELECTION_APPROVED').length;
  const needsQuorum = kind === 'CREATE_WALLET' && threshold > 1;
  if (status === 'ACTIVITY_STATUS_REJECTED') {
    return approvals === votes.length ? 'rejected without a rejection' : undefined;
  }
  if (!needsQuorum) return undefined;
  if (status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED') {
    return approvals >= threshold ? 'approved by enough, and yet not executed' : undefined;
  }
  return approvals < threshold ? 'executed without enough approvals' : undefined;
}

const secretTypes: ReadonlySet<string> = new Set(
  Object.values(activityRows)
    .filter((row) => row.secretResult.length > 0)
    .flatMap((row) => Object.values(row.versions).map(({ type }) => type)),
);

function answerFaults({ activities, sealed_answers }: Contents): string[] {
  const secret = activities
    .filter((row) => secretTypes.has(row.type) && row.status === 'ACTIVITY_STATUS_COMPLETED')
    .map((row) => key(row.organization_id, row.activity_id));
  const kept = sealed_answers.filter((row) => row.sealed_result !== null);
  const found = kept.map((row) => key(row.organization_id, row.activity_id));
  return [
    ...without(secret, found).map((each) => `a secret answer that was not kept: ${each}`),
    ...without(found, secret).map((each) => `a kept answer without its activity: ${each}`),
  ];
}

function tokenFaults({ otp_codes, verification_tokens, organizations, credentials }: Contents): string[] {
  const spent = otp_codes
    .filter(({ purpose }) => purpose === 'verification')
    .flatMap((row) => row.verified_token_id ?? []);
  const tokens = verification_tokens.map((row) => row.token_id);
  const known = new Set(organizations.map((row) => row.organization_id));
  const sessions = new Set(credentials.map((row) => key(row.organization_id, row.public_key)));
  return [
    ...without(spent, tokens).map((id) => `a spent code without its token: ${id}`),
    ...without(tokens, spent).map((id) => `a token without its spent code: ${id}`),
    ...verification_tokens.flatMap((token) => {
      const organizationId = token.signed_up_organization_id;
      const session = key(token.login_organization_id ?? '', token.login_public_key ?? '');
      const isWhole = (token.ended_at_ms === null) === (token.sealed_session === null);
      return [
        ...(organizationId === null || known.has(organizationId)
          ? []
          : [`a signup without its organization: ${token.token_id}`]),
        ...(isWhole && (token.ended_at_ms === null || sessions.has(session))
          ? []
          : [`a login without its session key: ${token.token_id}`]),
      ];
    }),
  ];
}
