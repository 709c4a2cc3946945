'use client';
import { type DOMAttributes, type RefObject, useEffect, useRef } from 'react';
import type { Method, OtpState } from '../login/otpMachine.js';
import { useBeforePaint } from './useBeforePaint.js';

type FocusTargets = {
  field: RefObject<HTMLInputElement | null>;
  resendButton: RefObject<HTMLButtonElement | null>;
};

/**
 * Leads the focus: into the first field of each new step, back into the field that was refused, with a refused code selected, and
 * to the button that asks for a new code where nothing more can be typed. A screen that nobody is at takes no focus unless asked.
 *
 * @param method - a change of it is a new step, since it is another field
 * @param isOver - nothing can be typed any more
 * @returns what the form listens with
 */
export function useStepFocus(
  { step, problem }: OtpState,
  method: Method,
  autoFocus: boolean,
  isOver: boolean,
  { field, resendButton }: FocusTargets,
): Pick<DOMAttributes<HTMLFormElement>, 'onFocus' | 'onBlur' | 'onClickCapture'> {
  /** React tells of no focus that is lost to its own changes, as to a field that it takes away or disables. */
  const isInside = useRef(false);
  const place = `${step.at} ${method} ${step.at === 'code' ? step.sent.codes[0].otpId : ''}`;
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (seen.current === place) return;
    const isFirst = seen.current === undefined;
    seen.current = place;
    if (!autoFocus && !isInside.current) return;
    field.current?.focus();
    if (isFirst) field.current?.select(); // an address that is offered is typed over
  }, [place, autoFocus, field]);
  useBeforePaint(() => {
    if (problem === undefined) return; // at once: the next key would fall into what is selected a moment later
    if (field.current?.disabled) return resendButton.current?.focus();
    field.current?.focus();
    if (step.at === 'code') field.current?.select();
  }, [problem, step.at, field, resendButton]);
  useBeforePaint(() => {
    if (isOver && isInside.current) resendButton.current?.focus();
  }, [isOver, resendButton]);
  return {
    onFocus: () => {
      isInside.current = true;
    },
    onBlur: () => {
      isInside.current = false;
    },
    onClickCapture: () => {
      isInside.current = true; // Safari gives a button that is clicked no focus
    },
  };
}
