'use client';
import { useEffect, useLayoutEffect } from 'react';

/** What must have happened before anybody sees the page. A server paints nothing, and React 18 would warn there. */
export const useBeforePaint: typeof useEffect = (effect, dependencies) => {
  const use = typeof document === 'undefined' ? useEffect : useLayoutEffect;
  use(effect, dependencies);
};
