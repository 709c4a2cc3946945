'use client';
import { useEffect, useLayoutEffect } from 'react';

/** An effect that runs before the page is painted. Servers paint nothing, and React 18 would warn there. */
export const useBeforePaint: typeof useEffect = (effect, dependencies) => {
  const use = typeof document === 'undefined' ? useEffect : useLayoutEffect;
  use(effect, dependencies);
};
