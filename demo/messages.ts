import { useEffect, useState } from 'react';

/** The messages that a development service has sent: `GET /dev/inbox`. */
export type Message = {
  readonly id: string;
  readonly to: string;
  readonly channel: 'email' | 'sms';
  readonly subject: string;
  readonly code: string | null;
  readonly sentAtMs: number;
};

const everyMs = 1_500;

/** The messages of the development service, newest first, refreshed by itself. A page in the background sends no requests. */
export function useMessages(isWanted: boolean): readonly Message[] {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      const response = await fetch('/dev/inbox', { headers: { Accept: 'application/json' } });
      if (response.ok && !isOver) setMessages(await response.json());
    };
    const again = () => void look().catch(() => {}); // the service restarts during development
    again();
    const timer = setInterval(again, everyMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [isWanted]);
  return messages;
}
