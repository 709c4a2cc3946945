import { useListMessages, useSendTestMessage } from 'latchkey';
import type { MessageChannel, SendTestMessageParameters } from 'latchkey/contract';
import type { ReactElement } from 'react';
import { Outcome } from '../../parts/Outcome.js';
import { channels, messageStates, refusalText } from './words.js';

type TestProps = {
  readonly channel: MessageChannel;
  readonly template?: Omit<SendTestMessageParameters, 'channel'>;
  readonly children: string;
};

/** A button that sends a test to one's own contact, and what became of it. */
export function SendTest({ channel, template, children }: TestProps): ReactElement {
  const send = useSendTestMessage();
  return (
    <>
      <button type="button" disabled={send.isPending} onClick={() => send.mutate({ channel, ...template })}>
        {children}
      </button>
      <Outcome error={send.error} />
      {send.data && <Progress key={send.data.messageId} messageId={send.data.messageId} channel={channel} />}
    </>
  );
}

/** How often one looks, in milliseconds. */
const everyMs = 1000;

function Progress({ messageId, channel }: { readonly messageId: string; readonly channel: MessageChannel }) {
  const paginationOptions = { limit: '10' };
  const isOpen = (each: { messageId: string; state: string }) =>
    each.messageId === messageId && each.state === 'WAITING';
  const waiting = [{ messageId, state: 'WAITING' }];
  const found = useListMessages(
    { kind: 'TEST', paginationOptions },
    {
      select: ({ messages }) => messages.find((each) => each.messageId === messageId),
      refetchInterval: ({ state }) =>
        state.error === null && (state.data?.messages ?? waiting).some(isOpen) ? everyMs : false,
    },
  );
  if (found.error) return <Outcome error={found.error} />;
  if (found.isSuccess && found.isFetchedAfterMount && !found.data)
    return (
      <p role="status" className="hint">
        What became of it stands in the list of what was sent.
      </p>
    );
  const { state = 'WAITING', refusal } = found.data ?? {};
  const words =
    state === 'SENT'
      ? `It was sent to your ${channel === 'EMAIL' ? 'email address' : 'phone number'}. Look whether it arrives, and not among the spam.`
      : state === 'WAITING'
        ? `Your ${channels[channel]} is on its way…`
        : `${messageStates[state].words}.`;
  return (
    <p role="status" className={state === 'SENT' || state === 'WAITING' ? 'hint' : 'warning'}>
      {words} {refusal !== undefined && state !== 'SENT' && refusalText(refusal)}
    </p>
  );
}
