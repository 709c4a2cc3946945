'use client';
import type { ComponentProps } from 'react';
import { laterStep } from './laterStep.js';
import type { WaitingForOthers } from './WaitingForOthers.js';

/** The step that waits for others, loaded when needed. */
export const Waiting = laterStep<ComponentProps<typeof WaitingForOthers>>(
  async () => (await import('./WaitingForOthers.js')).WaitingForOthers,
);
