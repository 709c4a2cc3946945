'use client';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import type { Client } from '../client/createClient.js';
import { useKit } from './context.js';
import { mutationDefaults } from './defaults.js';
import type { HookError, MutationHookOptions } from './hookTypes.js';

/** The hook of a flow: a mutation that runs it with the client of the nearest provider. */
export function useFlow<Answer, Request>(
  flow: (client: Client, request: Request) => Promise<Answer>,
  options: MutationHookOptions<Answer, Request>,
): UseMutationResult<Answer, HookError, Request> {
  const { client, queryClient } = useKit();
  const mutationFn = (request: Request) => flow(client, request);
  return useMutation({ ...mutationDefaults, ...options, mutationFn }, queryClient);
}
