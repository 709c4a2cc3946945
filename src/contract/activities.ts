import * as v from 'valibot';
import { getActivity } from './activities.queries.js';
import { attestedRefusals } from './attestedRefusals.js';
import { fingerprint, nothing } from './fields.js';
import { activity } from './row.js';

const approveActivityParameters = v.strictObject({ fingerprint });
const approveActivityRefusals = [
  'ACTIVITY_NOT_FOUND',
  'ACTIVITY_NOT_PENDING',
  'VOTE_NOT_COUNTED',
  'NOT_AUTHORIZED',
  'TOO_MANY_DERIVATIONS',
  'POLICY_CHANGED',
  'PROXY_CONFIG_CHANGED',
  'EMAIL_TEMPLATE_CHANGED',
  ...attestedRefusals,
] as const;
export interface ApproveActivityParameters extends v.InferInput<typeof approveActivityParameters> {}
export interface ApproveActivityResult extends v.InferOutput<typeof nothing> {}
/** A named union, since its list is long. */
export type ApproveActivityRefusal = Extract<(typeof approveActivityRefusals)[number], string>;

/**
 * Approves the pending activity with that fingerprint; the approval that completes the quorum executes it.
 *
 * @remarks `X-Stamp-Attested` with an OIDC token of the last ten minutes approves as the user with that identity; with a verification
 * token, as the user whose contact the token proves. The token is then used up.
 * @returns an empty result. `get_activity` returns the state of the approved activity.
 * @throws ACTIVITY_NOT_FOUND, ACTIVITY_NOT_PENDING, VOTE_NOT_COUNTED (another user's vote has the same bytes: the kit signs it again),
 * TOO_MANY_DERIVATIONS (of what it would execute), POLICY_CHANGED, PROXY_CONFIG_CHANGED, EMAIL_TEMPLATE_CHANGED (what it would execute was
 * made from an older `revision`: it can only be rejected), NOT_AUTHORIZED, OIDC_NONCE_MISMATCH,
 * OIDC_TOKEN_MALFORMED, OIDC_HEADER_REFUSED, OIDC_ALGORITHM_REFUSED, OIDC_ISSUER_UNKNOWN, OIDC_AUDIENCE_UNKNOWN, OIDC_TOKEN_EXPIRED,
 * OIDC_TOKEN_TOO_OLD, OIDC_TOKEN_NOT_YET_VALID, OIDC_KEY_UNKNOWN, OIDC_SIGNATURE_INVALID, PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID,
 * VERIFICATION_TOKEN_INVALID, VERIFICATION_TOKEN_EXPIRED, VERIFICATION_TOKEN_SPENT, METHOD_NOT_ENABLED
 * @see docs/wire.md 2.5, 2.14 `approve_activity`
 * @example
 * const waiting = useListActivities({ filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'] })
 * const approve = useApproveActivity()
 * for (const { fingerprint, canApprove } of waiting.data?.activities ?? []) if (canApprove) approve.mutate({ fingerprint })
 */
export const approveActivity = activity({
  name: 'approve_activity',
  versions: {
    V1: {
      resultKey: '',
      parameters: approveActivityParameters as v.GenericSchema<ApproveActivityParameters>,
      result: nothing as v.GenericSchema<ApproveActivityResult>,
    },
  },
  newest: 'V1',
  resource: 'ACTIVITY',
  action: 'APPROVE',
  right: 'vote',
  whileSuspended: 'vote',
  changes: [getActivity],
  attestedStamps: 'accepted',
  refusals: approveActivityRefusals as readonly ApproveActivityRefusal[],
});

const rejectActivityParameters = v.strictObject({ fingerprint });
export interface RejectActivityParameters extends v.InferInput<typeof rejectActivityParameters> {}
export interface RejectActivityResult extends v.InferOutput<typeof nothing> {}

/**
 * Rejects the pending activity with that fingerprint; it ends there.
 *
 * @throws ACTIVITY_NOT_FOUND, ACTIVITY_NOT_PENDING, VOTE_NOT_COUNTED, NOT_AUTHORIZED
 * @see docs/wire.md S4.2 `reject_activity`
 */
export const rejectActivity = activity({
  name: 'reject_activity',
  versions: {
    V1: {
      resultKey: '',
      parameters: rejectActivityParameters as v.GenericSchema<RejectActivityParameters>,
      result: nothing as v.GenericSchema<RejectActivityResult>,
    },
  },
  newest: 'V1',
  resource: 'ACTIVITY',
  action: 'REJECT',
  right: 'vote',
  whileSuspended: 'vote',
  changes: [getActivity],
  refusals: ['ACTIVITY_NOT_FOUND', 'ACTIVITY_NOT_PENDING', 'VOTE_NOT_COUNTED', 'NOT_AUTHORIZED'],
});
