'use client';
import { type RefObject, useEffect, useRef } from 'react';
import { useBeforePaint } from '../hooks/useBeforePaint.js';
import type { LoginState } from '../login/loginState.js';
import { channelOf } from '../login/methods.js';
import { type FocusListeners, focusListeners } from './focusListeners.js';

type FocusTargets = {
  field: RefObject<HTMLInputElement | null>;
  resendButton: RefObject<HTMLButtonElement | null>;
  /** What draws the step of the code, once it is there. */
  CodeStep: unknown;
};

/**
 * Leads the focus: into the first field of each new step, back into the field that was refused, with a refused code selected, and
 * to the button that asks for a new code where nothing more can be typed. A screen that nobody is at takes no focus unless asked.
 *
 * @returns what the form listens with
 */
export function useStepFocus(
  login: LoginState,
  autoFocus: boolean,
  { field, resendButton, CodeStep }: FocusTargets,
): FocusListeners {
  const isInside = useRef(false);
  const { at, method, problem } = login;
  /** Another method is a new step, since it is another field; so is another code. */
  const codeField = CodeStep ? login.at === 'code' && login.otpId : 'to come';
  const place = `${at} ${channelOf(method)} ${at === 'code' && codeField}`;
  /** Nothing can be typed any more. */
  const isOver = login.at === 'code' && login.isOver;
  const seen = useRef<string>(undefined);
  useEffect(
    () => () => {
      seen.current = undefined; // a screen that comes back, as under React's strict mode, begins anew
    },
    [],
  );
  useEffect(() => {
    if (seen.current === place) return;
    const isFirst = seen.current === undefined;
    seen.current = place;
    if (!autoFocus && !isInside.current) return;
    field.current?.focus();
    if (isFirst) field.current?.select(); // an address that is offered is typed over
  }, [place, autoFocus, field]);
  useBeforePaint(() => {
    if (problem === undefined || (!autoFocus && !isInside.current)) return; // at once: the next key would fall into what is selected a moment later
    if (field.current?.disabled) return resendButton.current?.focus();
    field.current?.focus();
    if (at === 'code') field.current?.select();
  }, [problem, at, autoFocus, field, resendButton]);
  useBeforePaint(() => {
    if (isOver && isInside.current) resendButton.current?.focus();
  }, [isOver, resendButton]);
  return focusListeners(isInside);
}
