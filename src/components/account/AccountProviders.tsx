'use client';
import { type ReactElement, useId, useRef, useState } from 'react';
import { type ConnectedProvider, useConnectedProviders, useConnectProvider } from '../../hooks/connectedProviders.js';
import { useDeleteOauthProviders } from '../../hooks/oauth.js';
import { useWalletKitConfig } from '../../hooks/proxy.js';
import type { OauthMethod } from '../../login/methods.js';
import { MethodIcon } from '../MethodIcon.js';
import { useLoginScreen } from '../screenContext.js';
import { Problem } from '../suspended/Problem.js';
import { formatAgo } from '../timeText.js';
import { type EditorProps, useAttempt } from './editor.js';
import { useFocusAfter } from './useFocusAfter.js';

/**
 * The providers that the person logs in with: others of the configuration can be connected in their window, and any but the last login
 * method can be removed.
 */
export function AccountProviders(
  props: Pick<EditorProps, 'words' | 'onFreshLogin'> & { userId: string },
): ReactElement | null {
  const { words, userId } = props;
  const { messages, part, clock } = useLoginScreen();
  const rows = useRows();
  const focus = useFocusAfter<HTMLHeadingElement>(rows.length);
  const connect = useConnectProvider();
  const disconnect = useDeleteOauthProviders();
  const [waitsFor, setWaitsFor] = useState<string>();
  /** The row that was pressed last: what went wrong stands under it. */
  const [pressed, setPressed] = useState<string>();
  const asking = useRef<AbortController>(undefined);
  const attempt = useAttempt({ ...props, by: waitsFor, onDone: () => {} });
  const id = useId();
  if (rows.length === 0) return null;
  const problem = attempt.problem && <Problem id={id} code={attempt.code} sentence={attempt.problem} />;

  function close({ key, providerId }: { key: string; providerId: string }) {
    if (key === providerId) focus.removing(); // any other row stays, with its focus
    setPressed(key);
    void attempt.run(() => disconnect.mutateAsync({ userId, providerIds: [providerId] }));
  }

  function open({ provider, label = provider }: OauthMethod) {
    if (attempt.isBusy) return;
    setPressed(provider);
    setWaitsFor(label);
    void attempt.run(() => {
      asking.current = new AbortController(); // synchronous in the click, like the window
      return connect.mutateAsync({ provider, signal: asking.current.signal });
    });
  }

  return (
    <>
      <h3 ref={focus.place} tabIndex={-1} {...part('caption')}>
        {words.providers}
      </h3>
      <ul {...part('list')}>
        {rows.map(({ key, method, label, identity }) => {
          const added = identity && words.added(formatAgo(clock() - identity.createdAtMs, messages.locale));
          const isDouble = identity && rows.some((other) => other.label === label && other.key !== key);
          return (
            <li key={key} {...part('fact')}>
              <span {...part('who')}>
                <MethodIcon method={method ?? { type: 'oauth', provider: '' }} /> <bdi>{label}</bdi>
                {added && <span {...part('lead')}>{added}</span>}
              </span>
              <button
                type="button"
                {...part('link')}
                aria-label={`${identity ? words.disconnect : words.connect}: ${label}${isDouble ? `, ${added}` : ''}`}
                aria-disabled={attempt.isBusy}
                onPointerEnter={() => !identity && method && connect.prepare(method.provider)}
                onFocus={() => !identity && method && connect.prepare(method.provider)}
                onClick={() => (identity ? close({ key, ...identity }) : method && open(method))}
              >
                {identity ? words.disconnect : words.connect}
              </button>
              {key === pressed && problem && <div {...part('message')}>{problem}</div>}
            </li>
          );
        })}
      </ul>
      {!rows.some(({ key }) => key === pressed) && problem}
      {connect.isPending && (
        <p {...part('lead')} role="status">
          {messages.continueThere(waitsFor ?? '')}{' '}
          <button type="button" {...part('link')} onClick={() => asking.current?.abort()}>
            {messages.cancel}
          </button>
        </p>
      )}
    </>
  );
}

type Row = {
  readonly key: string;
  readonly method: OauthMethod | undefined;
  readonly label: string;
  readonly identity: ConnectedProvider | undefined;
};

/**
 * In the configuration's order, connected or not, so that rows and their focus stay in place. If a provider has several identities, each
 * has its own row, so that a button never changes its meaning.
 */
function useRows(): readonly Row[] {
  const { connected, others } = useConnectedProviders() ?? { connected: [], others: [] };
  const order = useWalletKitConfig().data?.enabledProviders ?? [];
  const place = ({ method }: Row) => (method ? order.indexOf(method.provider) : order.length);
  const held = connected.map((identity) => {
    const { method, label, providerId } = identity;
    const isOnly = connected.filter((other) => other.method === method).length === 1;
    const key = method && isOnly ? method.provider : providerId;
    return { key, method, label, identity };
  });
  const free = others.map((method) => {
    const { provider, label = provider } = method;
    return { key: provider, method, label, identity: undefined };
  });
  return [...held, ...free].sort((one, other) => place(one) - place(other));
}
