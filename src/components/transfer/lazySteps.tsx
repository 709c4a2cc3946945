'use client';
import type { ComponentProps, ComponentType, ReactElement } from 'react';
import { LostNote } from '../LostNote.js';
import { lazyScreen } from '../lazyScreen.js';
import { useLoginScreen } from '../screenContext.js';
import type { WaitingForOthers } from './WaitingForOthers.js';

/** A step that is loaded when needed, with a note if it does not load. */
/* @__NO_SIDE_EFFECTS__ */
export function lazyStep<Props extends object>(
  fetchStep: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactElement | null {
  const useStep = lazyScreen(fetchStep);
  return function LazyStep(props) {
    const { Screen, lost } = useStep();
    const { messages } = useLoginScreen();
    if (Screen) return <Screen {...props} />;
    return lost ? <LostNote id="latchkey-step-lost" lost={lost} words={messages} /> : null;
  };
}

type LazyConfirmLoginProps = { onConfirmed: () => void; onCancel: () => void };

/** A fresh login, loaded if the last one is too old. */
export const LazyConfirmLogin = lazyStep<LazyConfirmLoginProps>(
  async () => (await import('./ConfirmLoginStep.js')).ConfirmLoginStep,
);

/** The step that waits for others, loaded when needed. */
export const LazyWaiting = lazyStep<ComponentProps<typeof WaitingForOthers>>(
  async () => (await import('./WaitingForOthers.js')).WaitingForOthers,
);
