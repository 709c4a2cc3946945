'use client';
import { useEffect, useState } from 'react';
import { namedTokens } from '../reading/namedTokens.js';
import type { Token } from '../reading/token.js';
import { useLatchkey } from './context.js';

/** The tokens that are told by their symbols: those of the settings at once, the kit's own list once it is loaded. */
export function useNamedTokens(): readonly Token[] {
  const { tokens = none } = useLatchkey().settings;
  const [loaded, setLoaded] = useState<{ readonly own: readonly Token[]; readonly all: readonly Token[] }>();
  useEffect(() => {
    let isOver = false;
    const keep = (all: readonly Token[]) => {
      if (!isOver) setLoaded({ own: tokens, all });
    };
    void namedTokens(tokens).then(keep);
    return () => {
      isOver = true;
    };
  }, [tokens]);
  return loaded?.own === tokens ? loaded.all : tokens;
}

const none: readonly Token[] = [];
