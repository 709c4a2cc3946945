'use client';
import { type DOMAttributes, type RefObject, useEffect, useRef } from 'react';
import type { MailLinkStep } from '../hooks/mailLinkSteps.js';
import { useBeforePaint } from '../hooks/useBeforePaint.js';

/**
 * Leads the focus to the field of each new step, else to its button, else to its title, and back into the field that was refused. A
 * screen that nobody is at takes no focus unless asked.
 *
 * @returns what the form listens with
 */
export function useLinkFocus(
  root: RefObject<HTMLFormElement | null>,
  step: MailLinkStep,
  problem: object | undefined,
  autoFocus: boolean,
): Pick<DOMAttributes<HTMLFormElement>, 'onFocus' | 'onBlur' | 'onClickCapture'> {
  /** React tells of no focus that is lost to its own changes, as to a button that it takes away. */
  const isInside = useRef(autoFocus);
  const place = `${step.at} ${step.at === 'sent' && step.isPasting}`;
  useEffect(() => {
    if (place.startsWith('looking') || !isInside.current) return;
    targetIn(root.current)?.focus();
  }, [place, root]);
  useBeforePaint(() => {
    if (problem === undefined || !isInside.current) return; // at once: the next key would fall elsewhere a moment later
    root.current?.querySelector<HTMLInputElement>('input')?.focus();
  }, [problem, root]);
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

const targetIn = (form: HTMLFormElement | null): HTMLElement | null | undefined =>
  form?.querySelector<HTMLElement>('input:not([readonly])') ??
  form?.querySelector<HTMLElement>('[data-part="submit"], [data-part="secondary"]') ??
  form?.querySelector('h2');
