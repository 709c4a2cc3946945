import type { HookError } from 'latchkey';

/** Whether what was asked for is no failure: others must approve it first, and then it is done. */
export const awaitsOthers = (error: HookError | null): boolean => error?.code === 'ACTIVITY_NEEDS_APPROVAL';
