import type { Generated } from 'kysely';
import type { ContactKind } from '../../../contract/contact.js';
import type { Flag } from '../columns.js';
import type { Migrations } from '../migration.js';

/** The tables of this area. */
export interface UsersTables {
  users: UsersTable;
  contacts: ContactsTable;
  user_tags: UserTagsTable;
}

export const usersMigrations: Migrations = {};

interface UsersTable {
  organization_id: string;
  user_id: string;
  /** The organization's parent, so that it finds its sub-organizations by their users. */
  parent_id: string | null;
  user_name: string;
  email: string | null;
  email_verified: Flag;
  phone_number: string | null;
  phone_verified: Flag;
  is_root: Flag;
  is_proxy: Flag;
  /** JSON: the ids of the tags that they have. They stand here, since every vote shows them and every policy sees them. */
  tag_ids: Generated<string>;
  created_at_ms: number;
  updated_at_ms: number;
}

/** Verified contacts of a parent's sub-organizations. Through the proxy a contact has at most one of them. */
interface ContactsTable {
  parent_id: string;
  kind: ContactKind;
  /** Canonical form. */
  contact: string;
  organization_id: string;
  user_id: string;
  through_proxy: Flag;
  /** The language in which its code was requested; `null` if unknown. */
  language: string | null;
}

/** The tags that an organization's users may have. */
interface UserTagsTable {
  organization_id: string;
  user_tag_id: string;
  user_tag_name: string;
  created_at_ms: number;
  updated_at_ms: number;
}
