'use client';
import type { ComponentType, ReactElement } from 'react';
import { LostNote } from '../LostNote.js';
import { laterScreen } from '../laterScreen.js';
import { useOtpScreen } from '../screen.js';

/** A step that is loaded when needed, with a note if it does not load. */
/* @__NO_SIDE_EFFECTS__ */
export function laterStep<Props extends object>(
  fetchStep: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactElement | null {
  const useStep = laterScreen(fetchStep);
  return function LaterStep(props) {
    const { Screen, isLost } = useStep();
    const { messages } = useOtpScreen();
    if (Screen) return <Screen {...props} />;
    return isLost ? <LostNote id="latchkey-step-lost" words={messages} /> : null;
  };
}
