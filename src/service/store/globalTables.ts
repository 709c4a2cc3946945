import type { Bytes, Flag } from './columns.js';

// The tables that find an organization, and so cannot begin with it: its own row, and what it is found by.

/** Every organization, and which is whose parent. */
export interface OrganizationsTable {
  organization_id: string;
  /** `null` for a parent organization. */
  parent_id: string | null;
  name: string;
  root_quorum_threshold: number;
  /** Keyed hash of the client address that signed up; `null` where no client did. */
  asker: string | null;
  created_at_ms: number;
}

/** The auth proxy's configurations, the one table that the proxy reads. */
export interface AuthProxyConfigsTable {
  config_id: string;
  organization_id: string;
  enabled: Flag;
  proxy_user_id: string;
  proxy_public_key: string;
  sealed_proxy_key: Bytes;
  verification_public_key: string;
  /** JSON. */
  settings: string;
  created_at_ms: number;
  updated_at_ms: number;
}

/** Verified contacts of a parent's sub-organizations. Through the proxy a contact has at most one of them. */
export interface ContactsTable {
  parent_id: string;
  kind: 'EMAIL' | 'PHONE_NUMBER';
  /** Canonical form. */
  contact: string;
  organization_id: string;
  user_id: string;
  through_proxy: Flag;
}

/** Proved public keys of a parent's sub-organizations. */
export interface CredentialsTable {
  parent_id: string;
  public_key: string;
  organization_id: string;
  user_id: string;
}

/** Keys that wait for their first stamp in a sub-organization of a parent's that nobody can enter but by them. */
export interface UnprovedKeysTable {
  parent_id: string;
  public_key: string;
  created_at_ms: number;
  organization_id: string;
  expires_at_ms: number | null;
}

/** Bytes that named a parent, and its sub-organization where they were executed, while they can come again. */
export interface ParentFingerprintsTable {
  parent_id: string;
  fingerprint: string;
  organization_id: string;
  expires_at_ms: number;
}

/** Which keys of each secret are in use: a service that lacks one of them does not start. */
export interface CheckValuesTable {
  secret: 'master key' | 'code pepper' | 'proxy key';
  key_id: string;
  /** What only that key makes or opens. */
  value: Bytes;
  /** When a service last said that it makes with this key: each does so once a minute. */
  used_at_ms: number;
}
