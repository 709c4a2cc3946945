import { type ReactElement, useState } from 'react';
import type { Message } from './messages.js';

/** @param props.messages - newest first */
export function Inbox({ messages }: { readonly messages: readonly Message[] }): ReactElement {
  const [copied, setCopied] = useState<string>();
  const copy = async ({ id, code }: Message, shown: Element) => {
    try {
      await navigator.clipboard.writeText(code ?? '');
      setCopied(id);
    } catch {
      // Where the browser does not let it, the code is marked: the keyboard copies it.
      getSelection()?.selectAllChildren(shown);
    }
  };
  return (
    <section className="pane" aria-labelledby="inbox">
      <h2 id="inbox">Inbox</h2>
      {messages.length === 0 && <p className="soft">Ask for a code. It lands here.</p>}
      <ol>
        {messages.slice(0, 3).map((message) => (
          <li key={message.id}>
            <p className="soft">
              {message.channel === 'email' ? 'Email' : 'SMS'} to <bdi>{message.to}</bdi>,{' '}
              <time dateTime={new Date(message.sentAtMs).toISOString()}>
                {new Date(message.sentAtMs).toLocaleTimeString()}
              </time>
            </p>
            {message.code === null ? (
              <p>{message.subject}</p>
            ) : (
              <p className="code">
                <code>{message.code}</code>
                <button
                  type="button"
                  onClick={({ currentTarget: { previousElementSibling: shown } }) => shown && void copy(message, shown)}
                >
                  {copied === message.id ? 'Copied' : 'Copy'}
                </button>
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
