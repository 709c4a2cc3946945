'use client';
import { createSmartContractInterface, deleteSmartContractInterface } from '../contract/contracts.js';
import { getSmartContractInterface, listSmartContractInterfaces } from '../contract/contracts.queries.js';
import { activityHook, queryHook } from './rowHooks.js';

/** A smart contract interface by id. {@link getSmartContractInterface} */
export const useGetSmartContractInterface = queryHook('useGetSmartContractInterface', getSmartContractInterface);
/** The uploaded smart contract interfaces. {@link listSmartContractInterfaces} */
export const useListSmartContractInterfaces = queryHook('useListSmartContractInterfaces', listSmartContractInterfaces);
/** Uploads an ABI or an IDL. {@link createSmartContractInterface} */
export const useCreateSmartContractInterface = activityHook(
  'useCreateSmartContractInterface',
  createSmartContractInterface,
);
/** Deletes an interface. {@link deleteSmartContractInterface} */
export const useDeleteSmartContractInterface = activityHook(
  'useDeleteSmartContractInterface',
  deleteSmartContractInterface,
);
