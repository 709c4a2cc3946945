/**
 * The defaults of every query. The client repeats requests itself, so the cache does not; and the client reports when the device is
 * offline, while the cache would wait silently. What failed is requested again once the device is back on a network.
 */
export const queryDefaults = {
  retry: false,
  networkMode: 'always',
  refetchOnReconnect: ({ state }: { readonly state: { readonly status: string } }) => state.status === 'error',
} as const;

/** The same for mutations. Their variables, perhaps a code, are dropped with the screen. */
export const mutationDefaults = { retry: false, networkMode: 'always', gcTime: 0 } as const;
