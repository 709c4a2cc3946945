'use client';
import type { ReactElement } from 'react';
import type { CodeForm } from './codeText.js';
import type { Method, Step } from './otpMachine.js';
import type { Skin } from './skin.js';
import { useSecondsLeft } from './useSecondsLeft.js';

type LeadProps = { skin: Skin; step: Step; method: Method; form: CodeForm; clock: () => number };

/** What this step asks, under its title. It stays in the page from step to step, so that a screen reader tells of each change. */
export function Lead({ skin, step, method, form, clock }: LeadProps): ReactElement {
  const isOver = useSecondsLeft(step.at === 'code' ? step.sent.codes[0].expiresAtMs : Infinity, clock) === 0;
  return (
    <p {...skin.part('lead')} role="status">
      {step.at === 'contact' && skin.messages.contactLead(method)}
      {step.at === 'code' && aboutCode(skin, step, form, isOver)}
      {step.at === 'done' && skin.messages.doneLead}
    </p>
  );
}

function aboutCode(
  { messages, part }: Skin,
  { sent }: Step & { at: 'code' },
  form: CodeForm,
  isOver: boolean,
): ReactElement {
  const [before, after] = isOver ? messages.expiredLead : messages.codeLead(form, sent.codes.length > 1);
  return (
    <>
      {before}
      <bdi {...part('address')}>{sent.to.shown}</bdi>
      {after}
    </>
  );
}
