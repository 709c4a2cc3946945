'use client';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useScreen } from './screenContext.js';

type MessageLineProps = {
  /** Whether it has something to say. Default: whether it has children. */
  isSpeaking?: boolean;
  role?: 'status' | undefined;
  children?: ReactNode;
};

/** The line between a field and its button. It takes no room until it speaks, and keeps it then, so that nothing moves at another attempt. */
export function MessageLine({ children, isSpeaking = Boolean(children), role }: MessageLineProps): ReactElement {
  const { part } = useScreen();
  const [hasSpoken, setSpoken] = useState(isSpeaking);
  if (isSpeaking && !hasSpoken) setSpoken(true);
  return (
    <div {...part('message')} data-state={hasSpoken ? undefined : 'silent'} role={role}>
      {children}
    </div>
  );
}
