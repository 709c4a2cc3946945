'use client';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import type { LoginAtContact } from '../../login/loginState.js';
import { type ClickMethod, isOtp, methodName, sameMethod } from '../../login/methods.js';
import { MethodIcon } from '../MethodIcon.js';
import { useLoginScreen } from '../screenContext.js';
import type { RowNote as Note } from './RowNote.js';
import { whenIdle } from './whenIdle.js';

/** How many rows are shown at first; a button shows the others. */
const SHOWN_FIRST = 3;

type MethodRowsProps = {
  login: LoginAtContact;
  /** The error of the last attempt, if that was by one of them. */
  problem: ReactNode;
  /** Leads to the step for people without a passkey. */
  onSignUp: () => void;
  /** Once loaded. */
  RowNote: typeof Note | undefined;
};

/** The login methods by click, the last used one first and marked. */
export function MethodRows({ login, problem, onSignUp, RowNote }: MethodRowsProps): ReactElement | null {
  const { messages, part, isBusy } = useLoginScreen();
  const hasField = isOtp(login.method);
  const [isOpen, setIsOpen] = useState(false);
  const rows = login.methods.filter((method): method is ClickMethod => !isOtp(method));
  const firstProvider = rows.find(({ type }) => type === 'oauth');
  const prepareFirst = useRef(() => {});
  prepareFirst.current = () => firstProvider && login.prepare(firstProvider);
  const name = firstProvider && methodName(firstProvider);
  useEffect(() => (name === undefined ? undefined : whenIdle(() => prepareFirst.current())), [name]);
  if (rows.length === 0) return login.isConfigured || !hasField ? null : <RowPlaceholder />;
  const shown = isOpen ? rows : rows.slice(0, SHOWN_FIRST);
  return (
    <div {...part('methods')}>
      {hasField && <Divider />}
      {shown.map((method) => (
        <Row key={methodName(method)} {...{ method, login, problem, onSignUp, RowNote }} />
      ))}
      {shown.length < rows.length && (
        <button type="button" {...part('link')} aria-disabled={isBusy} onClick={() => setIsOpen(true)}>
          {messages.moreWays}
        </button>
      )}
    </div>
  );
}

/** The room of the first row while it is not known which there are. */
function RowPlaceholder(): ReactElement {
  const { part } = useLoginScreen();
  return (
    <div {...part('methods')} data-state="to come" aria-hidden="true">
      <Divider />
      <div />
    </div>
  );
}

/** Between the field and the rows. */
function Divider(): ReactElement {
  const { messages, part } = useLoginScreen();
  return (
    <div {...part('divider')}>
      <span data-when="wide">{messages.or}</span>
      <span data-when="narrow">{messages.orContinueWith}</span>
    </div>
  );
}

function Row({ method, login, problem, onSignUp, RowNote }: MethodRowsProps & { method: ClickMethod }): ReactElement {
  const { messages, part, isBusy } = useLoginScreen();
  const row = useRef<HTMLButtonElement>(null);
  const isOauth = method.type === 'oauth';
  const short = isOauth ? (method.label ?? method.provider) : messages.passkey;
  const whole = isOauth ? messages.continueWith(short) : messages.continueWithPasskey;
  const isLast = login.lastUsed !== undefined && sameMethod(login.lastUsed, method);
  const isAsked = login.pending !== undefined && sameMethod(login.pending, method);
  const prepare = () => login.prepare(method);
  return (
    <>
      <button
        ref={row}
        type="button"
        {...part('method')}
        data-method={isOauth ? method.provider : method.type}
        data-state={isAsked ? 'busy' : undefined}
        aria-disabled={isBusy}
        aria-label={isLast ? `${whole} ${messages.lastUsed}` : whole}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={isBusy ? undefined : () => void login.logInBy(method)}
      >
        <MethodIcon method={method} />
        <span data-when="wide">{whole}</span>
        <span data-when="narrow">{short}</span> {isLast && <span {...part('badge')}>{messages.lastUsed}</span>}
      </button>
      {RowNote && <RowNote {...{ login, method, problem, row, onSignUp }} />}
    </>
  );
}
