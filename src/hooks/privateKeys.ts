'use client';
import {
  createPrivateKeys,
  createPrivateKeyTag,
  deletePrivateKeys,
  deletePrivateKeyTags,
  updatePrivateKeyTag,
} from '../contract/privateKeys.js';
import { getPrivateKey, listPrivateKeys, listPrivateKeyTags } from '../contract/privateKeys.queries.js';
import { activityHook, queryHook } from './rowHooks.js';

/** A private key by id. {@link getPrivateKey} */
export const useGetPrivateKey = queryHook('useGetPrivateKey', getPrivateKey);
/** The private keys of the organization. {@link listPrivateKeys} */
export const useListPrivateKeys = queryHook('useListPrivateKeys', listPrivateKeys);
/** The tags of private keys. {@link listPrivateKeyTags} */
export const useListPrivateKeyTags = queryHook('useListPrivateKeyTags', listPrivateKeyTags);
/** Creates private keys that belong to no wallet. {@link createPrivateKeys} */
export const useCreatePrivateKeys = activityHook('useCreatePrivateKeys', createPrivateKeys);
/** Deletes private keys for good. {@link deletePrivateKeys} */
export const useDeletePrivateKeys = activityHook('useDeletePrivateKeys', deletePrivateKeys);
/** Creates a tag for private keys. {@link createPrivateKeyTag} */
export const useCreatePrivateKeyTag = activityHook('useCreatePrivateKeyTag', createPrivateKeyTag);
/** Renames a tag, and sets which private keys have it. {@link updatePrivateKeyTag} */
export const useUpdatePrivateKeyTag = activityHook('useUpdatePrivateKeyTag', updatePrivateKeyTag);
/** Deletes tags of private keys. {@link deletePrivateKeyTags} */
export const useDeletePrivateKeyTags = activityHook('useDeletePrivateKeyTags', deletePrivateKeyTags);
