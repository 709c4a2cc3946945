/** The tables of this area. */
export interface PoliciesTables {
  policies: PoliciesTable;
  policy_revisions: PolicyRevisionsTable;
}

/** What users may do, or are denied, beside the root quorum. Names are unique in an organization. */
interface PoliciesTable {
  organization_id: string;
  policy_id: string;
  policy_name: string;
  effect: 'EFFECT_ALLOW' | 'EFFECT_DENY';
  /** As it was written; the empty text where there is none, as in the two below. */
  condition: string;
  consensus: string;
  time: string;
  notes: string;
  created_at_ms: number;
  updated_at_ms: number;
}

/**
 * Which policies an organization had, by the id that its row gets with each change of one, if a vote names it: what they said of an
 * activity is recorded without their ids, which would be most of the record.
 */
interface PolicyRevisionsTable {
  organization_id: string;
  revision: string;
  /** JSON: an array of ids, in their order. */
  policy_ids: string;
}
