'use client';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { LoginAtContact } from '../login/loginState.js';
import { type ClickMethod, isOtp, methodName, sameMethod } from '../login/methods.js';
import { MethodIcon } from './MethodIcon.js';
import { useOtpScreen } from './screen.js';
import { whenIdle } from './whenIdle.js';

/** How many rows are shown at first; a button shows the others. */
const SHOWN_FIRST = 3;

/** The login methods by click, the last used one first and marked. */
export function MethodRows({ login }: { login: LoginAtContact }): ReactElement | null {
  const { messages, part, isBusy } = useOtpScreen();
  const [isOpen, setIsOpen] = useState(false);
  const rows = login.methods.filter((method): method is ClickMethod => !isOtp(method));
  const firstProvider = rows.find(({ type }) => type === 'oauth');
  const prepareFirst = useRef(() => {});
  prepareFirst.current = () => firstProvider && login.prepare(firstProvider);
  const name = firstProvider && methodName(firstProvider);
  useEffect(() => (name === undefined ? undefined : whenIdle(() => prepareFirst.current())), [name]);
  if (rows.length === 0) return null;
  const shown = isOpen ? rows : rows.slice(0, SHOWN_FIRST);
  return (
    <div {...part('methods')}>
      {isOtp(login.method) && (
        <div {...part('divider')}>
          <span data-when="wide">{messages.or}</span>
          <span data-when="narrow">{messages.orContinueWith}</span>
        </div>
      )}
      {shown.map((method) => (
        <Row key={method.type === 'oauth' ? method.provider : method.type} method={method} login={login} />
      ))}
      {shown.length < rows.length && (
        <button type="button" {...part('link')} aria-disabled={isBusy} onClick={() => setIsOpen(true)}>
          {messages.moreWays}
        </button>
      )}
    </div>
  );
}

function Row({ method, login }: { method: ClickMethod; login: LoginAtContact }): ReactElement {
  const { messages, part, isBusy } = useOtpScreen();
  const isOauth = method.type === 'oauth';
  const short = isOauth ? (method.label ?? method.provider) : messages.passkey;
  const whole = isOauth ? messages.continueWith(short) : messages.continueWithPasskey;
  const isLast = login.lastUsed !== undefined && sameMethod(login.lastUsed, method);
  const isAsked = login.pending !== undefined && sameMethod(login.pending, method);
  const prepare = () => login.prepare(method);
  return (
    <button
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
  );
}
