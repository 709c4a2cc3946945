'use client';
import { getAddressProof, getBootProof, getLatestBootProof, listAppProofs } from '../contract/proofs.queries.js';
import { queryHook } from './rowHooks.js';

/** The App Proofs that an activity made. {@link listAppProofs} */
export const useListAppProofs = queryHook('useListAppProofs', listAppProofs);
/** The newest App Proof of an address, unverified: {@link useAddressProof} verifies it. {@link getAddressProof} */
export const useGetAddressProof = queryHook('useGetAddressProof', getAddressProof);
/** The Boot Proof of an ephemeral key. {@link getBootProof} */
export const useGetBootProof = queryHook('useGetBootProof', getBootProof);
/** The Boot Proof of the newest ephemeral key. {@link getLatestBootProof} */
export const useGetLatestBootProof = queryHook('useGetLatestBootProof', getLatestBootProof);
