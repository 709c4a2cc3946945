import * as v from 'valibot';
import { timestamp, uuid } from './fields.js';
import { query } from './row.js';
import { type Tag, tag } from './shapes.js';

const address = v.object({ format: v.string(), address: v.string() });

/** `publicKey`: compressed hex (Ed25519: 32 bytes hex). `privateKeyTags`: ids. @see docs/wire.md 2.11 */
const privateKey = v.object({
  privateKeyId: v.string(),
  publicKey: v.string(),
  privateKeyName: v.string(),
  curve: v.string(),
  addresses: v.array(address),
  privateKeyTags: v.array(v.string()),
  createdAt: timestamp,
  updatedAt: timestamp,
  exported: v.boolean(),
  imported: v.boolean(),
});
export interface PrivateKey extends v.InferOutput<typeof privateKey> {}

const getPrivateKeyRequest = v.strictObject({ organizationId: uuid, privateKeyId: uuid });
const getPrivateKeyResponse = v.object({ privateKey: privateKey as v.GenericSchema<unknown, PrivateKey> });
export interface GetPrivateKeyRequest extends v.InferInput<typeof getPrivateKeyRequest> {}
export interface GetPrivateKeyResponse extends v.InferOutput<typeof getPrivateKeyResponse> {}

/**
 * A private key by id, without its secret.
 *
 * @throws PRIVATE_KEY_NOT_FOUND
 * @see docs/wire.md 2.15 `get_private_key`
 */
export const getPrivateKey = query({
  name: 'get_private_key',
  request: getPrivateKeyRequest as v.GenericSchema<GetPrivateKeyRequest>,
  response: getPrivateKeyResponse as v.GenericSchema<GetPrivateKeyResponse>,
  refusals: ['PRIVATE_KEY_NOT_FOUND'],
});

const listPrivateKeysRequest = v.strictObject({ organizationId: uuid });
const listPrivateKeysResponse = v.object({
  privateKeys: v.array(privateKey as v.GenericSchema<unknown, PrivateKey>),
});
export interface ListPrivateKeysRequest extends v.InferInput<typeof listPrivateKeysRequest> {}
export interface ListPrivateKeysResponse extends v.InferOutput<typeof listPrivateKeysResponse> {}

/**
 * All private keys of an organization, oldest first; an organization has at most 1,000.
 *
 * @see docs/wire.md 2.15 `list_private_keys`
 */
export const listPrivateKeys = query({
  name: 'list_private_keys',
  request: listPrivateKeysRequest as v.GenericSchema<ListPrivateKeysRequest>,
  response: listPrivateKeysResponse as v.GenericSchema<ListPrivateKeysResponse>,
  refusals: [],
});

const listPrivateKeyTagsRequest = v.strictObject({ organizationId: uuid });
const listPrivateKeyTagsResponse = v.object({
  privateKeyTags: v.array(tag as v.GenericSchema<unknown, Tag>),
});
export interface ListPrivateKeyTagsRequest extends v.InferInput<typeof listPrivateKeyTagsRequest> {}
export interface ListPrivateKeyTagsResponse extends v.InferOutput<typeof listPrivateKeyTagsResponse> {}

/**
 * The private key tags of an organization, oldest first.
 *
 * @see docs/wire.md 2.15 `list_private_key_tags`
 */
export const listPrivateKeyTags = query({
  name: 'list_private_key_tags',
  request: listPrivateKeyTagsRequest as v.GenericSchema<ListPrivateKeyTagsRequest>,
  response: listPrivateKeyTagsResponse as v.GenericSchema<ListPrivateKeyTagsResponse>,
  refusals: [],
});
