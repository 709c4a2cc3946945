'use client';
import { type RefObject, useEffect, useRef } from 'react';
import type { Method, OtpState } from './otpMachine.js';

type FocusTargets = {
  field: RefObject<HTMLInputElement | null>;
  resendButton: RefObject<HTMLButtonElement | null>;
  title: RefObject<HTMLElement | null>;
};

/**
 * Leads the focus: into the first field of each new step, back into the field that was refused, with a refused code selected, and
 * to the button that asks for a new code where nothing more can be typed. The screen's first appearance takes no focus unless asked.
 *
 * @param method - a change of it is a new step: where the person chose it, and, with `autoFocus`, also where the configuration did.
 */
export function useStepFocus(
  { step, problem }: OtpState,
  method: Method | undefined,
  autoFocus: boolean,
  targets: FocusTargets,
): void {
  const { field, resendButton, title } = targets;
  const place = `${step.at} ${method} ${step.at === 'code' ? step.sent.codes[0].otpId : ''}`;
  const seen = useRef(autoFocus ? '' : place);
  useEffect(() => {
    if (seen.current === place) return;
    seen.current = place;
    (field.current ?? title.current)?.focus();
  }, [place, field, title]);
  useEffect(() => {
    if (problem === undefined) return;
    if (field.current?.disabled) return resendButton.current?.focus();
    field.current?.focus();
    if (step.at === 'code') field.current?.select();
  }, [problem, step.at, field, resendButton]);
}
