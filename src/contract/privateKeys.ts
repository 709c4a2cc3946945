import * as v from 'valibot';
import { distinct, label, uuid } from './fields.js';
import { getPrivateKey, listPrivateKeys, listPrivateKeyTags } from './privateKeys.queries.js';
import { activity } from './row.js';
import { addressFormat, curve } from './shapes.js';

/** Ids of private keys, without duplicates, at most as many as an organization can have. */
const ids = distinct(v.pipe(v.array(uuid), v.maxLength(1000)));
const someIds = v.pipe(ids, v.minLength(1, 'must not be empty'));

const createPrivateKeysParameters = v.strictObject({
  privateKeys: v.pipe(
    v.array(
      v.strictObject({
        privateKeyName: label,
        curve,
        privateKeyTags: distinct(v.pipe(v.array(uuid), v.maxLength(100))),
        addressFormats: distinct(v.array(addressFormat)),
      }),
    ),
    v.minLength(1, 'must not be empty'),
    v.maxLength(20, 'must have at most 20 private keys'),
  ),
});
const createPrivateKeysResult = v.object({
  privateKeys: v.array(
    v.object({
      privateKeyId: v.string(),
      addresses: v.array(v.object({ format: v.string(), address: v.string() })),
    }),
  ),
});
export interface CreatePrivateKeysParameters extends v.InferInput<typeof createPrivateKeysParameters> {}
export interface CreatePrivateKeysResult extends v.InferOutput<typeof createPrivateKeysResult> {}

/**
 * Creates private keys that belong to no wallet, at most 20 at once, each with the requested addresses. They sign like accounts, named by
 * an address or by their id.
 *
 * @remarks An organization has at most 1,000.
 * @returns `privateKeys` in the order of the request.
 * @throws LIMIT_REACHED, NAME_TAKEN, TAG_NOT_FOUND, ADDRESS_FORMAT_NOT_SUPPORTED, ADDRESS_FORMAT_CURVE_MISMATCH, TOO_MANY_DERIVATIONS
 * @see Public OpenAPI document, `v1CreatePrivateKeysIntentV2`
 */
export const createPrivateKeys = activity({
  name: 'create_private_keys',
  versions: {
    V2: {
      parameters: createPrivateKeysParameters as v.GenericSchema<CreatePrivateKeysParameters>,
      result: createPrivateKeysResult as v.GenericSchema<CreatePrivateKeysResult>,
    },
  },
  newest: 'V2',
  resource: 'PRIVATE_KEY',
  action: 'CREATE',
  right: 'quorum',
  changes: [listPrivateKeys],
  refusals: [
    'LIMIT_REACHED',
    'NAME_TAKEN',
    'TAG_NOT_FOUND',
    'ADDRESS_FORMAT_NOT_SUPPORTED',
    'ADDRESS_FORMAT_CURVE_MISMATCH',
    'TOO_MANY_DERIVATIONS',
  ],
  unrecorded: { TOO_MANY_DERIVATIONS: 'always' },
});

const deletePrivateKeysParameters = v.strictObject({
  privateKeyIds: someIds,
  deleteWithoutExport: v.optional(v.boolean()),
});
const deletePrivateKeysResult = v.object({ privateKeyIds: v.array(v.string()) });
export interface DeletePrivateKeysParameters extends v.InferInput<typeof deletePrivateKeysParameters> {}
export interface DeletePrivateKeysResult extends v.InferOutput<typeof deletePrivateKeysResult> {}

/**
 * Deletes private keys for good, all or none. A key that was never exported is deleted only with `deleteWithoutExport`.
 *
 * @throws PRIVATE_KEY_NOT_FOUND, NOT_EXPORTED, FRESH_LOGIN_REQUIRED
 * @see Public OpenAPI document, `v1DeletePrivateKeysIntent`
 */
export const deletePrivateKeys = activity({
  name: 'delete_private_keys',
  versions: {
    V1: {
      parameters: deletePrivateKeysParameters as v.GenericSchema<DeletePrivateKeysParameters>,
      result: deletePrivateKeysResult as v.GenericSchema<DeletePrivateKeysResult>,
    },
  },
  newest: 'V1',
  resource: 'PRIVATE_KEY',
  action: 'DELETE',
  right: 'quorum',
  fresh: 'required',
  changes: [listPrivateKeys, getPrivateKey],
  refusals: ['PRIVATE_KEY_NOT_FOUND', 'NOT_EXPORTED', 'FRESH_LOGIN_REQUIRED'],
});

const createPrivateKeyTagParameters = v.strictObject({ privateKeyTagName: label, privateKeyIds: ids });
const createPrivateKeyTagResult = v.object({ privateKeyTagId: v.string(), privateKeyIds: v.array(v.string()) });
export interface CreatePrivateKeyTagParameters extends v.InferInput<typeof createPrivateKeyTagParameters> {}
export interface CreatePrivateKeyTagResult extends v.InferOutput<typeof createPrivateKeyTagResult> {}

/**
 * Creates a tag and gives it to private keys.
 *
 * @remarks A parent organization has at most 100 tags, a sub-organization 10.
 * @throws LIMIT_REACHED, NAME_TAKEN, PRIVATE_KEY_NOT_FOUND
 * @see Public OpenAPI document, `v1CreatePrivateKeyTagIntent`
 */
export const createPrivateKeyTag = activity({
  name: 'create_private_key_tag',
  versions: {
    V1: {
      parameters: createPrivateKeyTagParameters as v.GenericSchema<CreatePrivateKeyTagParameters>,
      result: createPrivateKeyTagResult as v.GenericSchema<CreatePrivateKeyTagResult>,
    },
  },
  newest: 'V1',
  resource: 'PRIVATE_KEY',
  action: 'CREATE',
  right: 'quorum',
  changes: [listPrivateKeyTags, listPrivateKeys, getPrivateKey],
  refusals: ['LIMIT_REACHED', 'NAME_TAKEN', 'PRIVATE_KEY_NOT_FOUND'],
});

const updatePrivateKeyTagParameters = v.strictObject({
  privateKeyTagId: uuid,
  newPrivateKeyTagName: v.optional(label),
  addPrivateKeyIds: ids,
  removePrivateKeyIds: ids,
});
const updatePrivateKeyTagResult = v.object({ privateKeyTagId: v.string() });
export interface UpdatePrivateKeyTagParameters extends v.InferInput<typeof updatePrivateKeyTagParameters> {}
export interface UpdatePrivateKeyTagResult extends v.InferOutput<typeof updatePrivateKeyTagResult> {}

/**
 * Renames a tag, gives it to private keys and takes it from others; a key in both lists has it afterwards.
 *
 * @throws TAG_NOT_FOUND, NAME_TAKEN, PRIVATE_KEY_NOT_FOUND
 * @see Public OpenAPI document, `v1UpdatePrivateKeyTagIntent`
 */
export const updatePrivateKeyTag = activity({
  name: 'update_private_key_tag',
  versions: {
    V1: {
      parameters: updatePrivateKeyTagParameters as v.GenericSchema<UpdatePrivateKeyTagParameters>,
      result: updatePrivateKeyTagResult as v.GenericSchema<UpdatePrivateKeyTagResult>,
    },
  },
  newest: 'V1',
  resource: 'PRIVATE_KEY',
  action: 'UPDATE',
  right: 'quorum',
  changes: [listPrivateKeyTags, listPrivateKeys, getPrivateKey],
  refusals: ['TAG_NOT_FOUND', 'NAME_TAKEN', 'PRIVATE_KEY_NOT_FOUND'],
});

const deletePrivateKeyTagsParameters = v.strictObject({
  privateKeyTagIds: distinct(v.pipe(v.array(uuid), v.minLength(1, 'must not be empty'), v.maxLength(100))),
});
const deletePrivateKeyTagsResult = v.object({
  privateKeyTagIds: v.array(v.string()),
  privateKeyIds: v.array(v.string()),
});
export interface DeletePrivateKeyTagsParameters extends v.InferInput<typeof deletePrivateKeyTagsParameters> {}
export interface DeletePrivateKeyTagsResult extends v.InferOutput<typeof deletePrivateKeyTagsResult> {}

/**
 * Deletes tags, all or none; the keys stay.
 *
 * @returns `privateKeyIds`: the keys that had one of the tags.
 * @throws TAG_NOT_FOUND, FRESH_LOGIN_REQUIRED
 * @see docs/wire.md S4.2 `delete_private_key_tags`
 */
export const deletePrivateKeyTags = activity({
  name: 'delete_private_key_tags',
  versions: {
    V1: {
      parameters: deletePrivateKeyTagsParameters as v.GenericSchema<DeletePrivateKeyTagsParameters>,
      result: deletePrivateKeyTagsResult as v.GenericSchema<DeletePrivateKeyTagsResult>,
    },
  },
  newest: 'V1',
  resource: 'PRIVATE_KEY',
  action: 'DELETE',
  right: 'quorum',
  fresh: 'required',
  changes: [listPrivateKeyTags, listPrivateKeys, getPrivateKey],
  refusals: ['TAG_NOT_FOUND', 'FRESH_LOGIN_REQUIRED'],
});
