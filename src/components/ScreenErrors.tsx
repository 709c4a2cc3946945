'use client';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import type { LatchkeyError } from '../errors.js';
import { KitContext, tellsOnce, useKit } from '../hooks/context.js';
import type { ScreenOptions } from '../hooks/screenError.js';
import { useLatest } from '../hooks/useLatest.js';

/** The screen in it tells `onError` of what it shows, beside the provider. */
export function ScreenErrors({
  onError,
  children,
}: {
  onError: ScreenOptions['onError'];
  children: ReactNode;
}): ReactElement {
  const above = useKit();
  const listener = useLatest(onError);
  const kit = useMemo(() => {
    const tellScreen = tellsOnce(listener);
    const tellOf = (error: LatchkeyError) => {
      above.tellOf(error);
      tellScreen(error);
    };
    return { ...above, tellOf };
  }, [above, listener]);
  return <KitContext.Provider value={kit}>{children}</KitContext.Provider>;
}
