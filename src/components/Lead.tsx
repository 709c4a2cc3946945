'use client';
import type { ReactElement } from 'react';
import type { CodeForm } from '../login/codeText.js';
import type { Method, Sent } from '../login/otpMachine.js';
import type { Skin } from './skin.js';

type LeadProps = {
  id: string;
  skin: Skin;
  method: Method;
  form: CodeForm;
  /** What was sent, where the code is asked for. */
  sent: Sent | undefined;
  isOver: boolean;
  isBusy: boolean;
  onEdit: () => void;
};

/** What this step asks, under its title. It stays in the page from step to step, so that a screen reader tells of each change. */
export function Lead({ id, skin, method, form, sent, isOver, isBusy, onEdit }: LeadProps): ReactElement {
  const { messages, part } = skin;
  return (
    <p {...part('lead')}>
      <span id={id} {...part('text')} role="status">
        {sent ? aboutCode(skin, sent, form, isOver) : messages.contactLead(method)}
      </span>
      {sent && (
        <>
          {' '}
          <button
            type="button"
            {...part('link')}
            aria-label={messages.editName(method)}
            aria-disabled={isBusy}
            onClick={isBusy ? undefined : onEdit}
          >
            {messages.edit}
          </button>
        </>
      )}
    </p>
  );
}

function aboutCode({ messages, part }: Skin, { to, codes }: Sent, form: CodeForm, isOver: boolean): ReactElement {
  const [before, after] = isOver ? messages.expiredLead : messages.codeLead(form, codes.length > 1);
  return (
    <>
      {before}
      <bdi {...part('address')} data-method={to.method}>
        {to.shown}
      </bdi>
      {after}
    </>
  );
}
