/**
 * What every query of ours begins with. The client repeats what may be repeated, so the cache does not; and it tells itself
 * when the device is offline, where the cache would wait in silence.
 */
export const queryDefaults = { retry: false, networkMode: 'always' } as const;

/** The same for what is done once. What was handed over, perhaps a code, is forgotten with the screen. */
export const mutationDefaults = { retry: false, networkMode: 'always', gcTime: 0 } as const;
