/** The tables of this area. */
export interface PoliciesTables {
  policies: PoliciesTable;
}

/** What a user may do, or nobody may, beside the root quorum. Names are unique in an organization. */
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
