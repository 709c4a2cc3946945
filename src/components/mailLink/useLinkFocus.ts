'use client';
import { type RefObject, useEffect, useRef } from 'react';
import type { MailLinkStep } from '../../hooks/mailLinkSteps.js';
import { useBeforePaint } from '../../hooks/useBeforePaint.js';
import { type FocusListeners, focusListeners } from '../focusListeners.js';

/**
 * Moves the focus to the field of each new step, else to its button, else to its title, and back into a refused field. A screen without
 * focus takes none unless told to.
 *
 * @returns the form's event handlers
 */
export function useLinkFocus(
  root: RefObject<HTMLFormElement | null>,
  step: MailLinkStep,
  problem: object | undefined,
  autoFocus: boolean,
): FocusListeners {
  const isInside = useRef(autoFocus);
  const place = `${step.at} ${step.at === 'sent' && step.isPasting}`;
  useEffect(() => {
    if (place.startsWith('looking') || !isInside.current) return;
    targetIn(root.current)?.focus();
  }, [place, root]);
  useBeforePaint(() => {
    if (problem === undefined || !isInside.current) return; // at once: the next key would go elsewhere
    root.current?.querySelector<HTMLInputElement>('input')?.focus();
  }, [problem, root]);
  return focusListeners(isInside);
}

const targetIn = (form: HTMLFormElement | null): HTMLElement | null | undefined =>
  form?.querySelector<HTMLElement>('input:not([readonly])') ??
  form?.querySelector<HTMLElement>('[data-part="submit"], [data-part="secondary"]') ??
  form?.querySelector('h2');
