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

/** What the service has sent, newest first, refreshed by itself. A page in the background looks at nothing. */
export function useMessages(list: () => Promise<readonly Message[]>): readonly Message[] {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  useEffect(() => {
    let isOver = false;
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      const found = await list();
      if (!isOver) setMessages(found);
    };
    const again = () => void look().catch(() => {}); // the service restarts during development
    again();
    const timer = setInterval(again, everyMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [list]);
  return messages;
}
