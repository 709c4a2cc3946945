import { type ReactElement, useEffect, useState } from 'react';

/** A message of the development service: `GET /dev/inbox`. */
type Message = {
  readonly id: string;
  readonly to: string;
  readonly channel: 'email' | 'sms';
  readonly subject: string;
  readonly code: string | null;
  readonly sentAtMs: number;
};

const everyMs = 1_500;

/** The newest messages of the development service, as they come. */
export function Inbox(): ReactElement {
  const messages = useMessages();
  const [copied, setCopied] = useState<string>();
  const copy = async ({ id, code }: Message) => {
    await navigator.clipboard.writeText(code ?? '');
    setCopied(id);
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
                <button type="button" onClick={() => void copy(message)}>
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

/** Newest first. A page in the background asks nothing. */
function useMessages(): readonly Message[] {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  useEffect(() => {
    let isOver = false;
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      const response = await fetch('/dev/inbox', { headers: { Accept: 'application/json' } });
      if (response.ok && !isOver) setMessages(await response.json());
    };
    const again = () => void look().catch(() => {}); // the service starts again while one develops
    again();
    const timer = setInterval(again, everyMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, []);
  return messages;
}
