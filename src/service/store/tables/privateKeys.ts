import type { BytesColumn, Flag, SealedColumn } from '../columns.js';
import type { Migrations } from '../migration.js';

/** The tables of this area. */
export interface PrivateKeysTables {
  private_keys: PrivateKeysTable;
  private_key_addresses: PrivateKeyAddressesTable;
  private_key_tags: PrivateKeyTagsTable;
  tagged_private_keys: TaggedPrivateKeysTable;
}

export const privateKeysMigrations: Migrations = {};

export const privateKeysSealed = {
  privateKey: { table: 'private_keys', column: 'sealed_key', id: 'private_key_id', purpose: 'private key' },
} as const satisfies Record<string, SealedColumn<keyof PrivateKeysTables>>;

interface PrivateKeysTable {
  organization_id: string;
  private_key_id: string;
  private_key_name: string;
  curve: string;
  public_key: string;
  sealed_key: BytesColumn;
  exported: Flag;
  imported: Flag;
  created_at_ms: number;
  updated_at_ms: number;
}

interface PrivateKeyAddressesTable {
  organization_id: string;
  private_key_id: string;
  address_format: string;
  address: string;
}

interface PrivateKeyTagsTable {
  organization_id: string;
  tag_id: string;
  tag_name: string;
  created_at_ms: number;
  updated_at_ms: number;
}

/** Which key has which tag. */
interface TaggedPrivateKeysTable {
  organization_id: string;
  private_key_id: string;
  tag_id: string;
}
