'use client';
import { type RefObject, useEffect, useRef } from 'react';
import { useBeforePaint } from '../../hooks/useBeforePaint.js';
import type { LoginState } from '../../login/loginState.js';
import { channelOf } from '../../login/methods.js';
import { type FocusListeners, focusListeners } from '../focusListeners.js';

type FocusTargets = {
  field: RefObject<HTMLInputElement | null>;
  resendButton: RefObject<HTMLButtonElement | null>;
  /** The code step, once loaded. */
  CodeStep: unknown;
};

/**
 * Moves the focus: to the first field of each new step, back into a refused field with its code selected, and to the resend button when
 * nothing can be typed. A screen without focus takes none unless told to.
 *
 * @returns the form's event handlers
 */
export function useStepFocus(
  login: LoginState,
  autoFocus: boolean,
  { field, resendButton, CodeStep }: FocusTargets,
): FocusListeners {
  const isInside = useRef(false);
  const { at, method } = login;
  /** An error below a row leaves the focus there. */
  const problem = login.at === 'contact' && login.tried ? undefined : login.problem;
  /** Another method or another code is a new step, since it is another field. */
  const codeField = CodeStep ? login.at === 'code' && login.otpId : 'to come';
  const place = `${at} ${channelOf(method)} ${at === 'code' && codeField}`;
  /** Nothing can be typed. */
  const isOver = login.at === 'code' && login.isOver;
  const seen = useRef<string>(undefined);
  useEffect(
    () => () => {
      seen.current = undefined; // a remounted screen, as in React's strict mode, begins again
    },
    [],
  );
  useEffect(() => {
    if (seen.current === place) return;
    const isFirst = seen.current === undefined;
    seen.current = place;
    if (!autoFocus && !isInside.current) return;
    field.current?.focus();
    if (isFirst) field.current?.select(); // a suggested address is selected, to be typed over
  }, [place, autoFocus, field]);
  useBeforePaint(() => {
    if (problem === undefined || (!autoFocus && !isInside.current)) return; // at once: the next key would replace the selection
    if (field.current?.disabled) return resendButton.current?.focus();
    field.current?.focus();
    if (at === 'code') field.current?.select();
  }, [problem, at, autoFocus, field, resendButton]);
  useBeforePaint(() => {
    if (isOver && isInside.current) resendButton.current?.focus();
  }, [isOver, resendButton]);
  return focusListeners(isInside);
}
