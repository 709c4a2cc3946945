/**
 * The defaults of every query. The client repeats requests itself, so the cache does not; and the client reports when the device is
 * offline, while the cache would wait silently.
 */
export const queryDefaults = { retry: false, networkMode: 'always' } as const;

/** The same for mutations. Their variables, perhaps a code, are dropped with the screen. */
export const mutationDefaults = { retry: false, networkMode: 'always', gcTime: 0 } as const;
