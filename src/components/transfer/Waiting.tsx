'use client';
import type { ComponentProps } from 'react';
import { laterStep } from './laterStep.js';
import type { WaitingForOthers } from './WaitingForOthers.js';

/** The step in which others decide, fetched for who comes to it. */
export const Waiting = laterStep<ComponentProps<typeof WaitingForOthers>>(
  async () => (await import('./WaitingForOthers.js')).WaitingForOthers,
);
