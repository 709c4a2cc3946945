import type { ReactElement } from 'react';

/** The shop's mark. Its name stands beside it, or in the title below it. */
export const AcmeMark = ({ size = 40 }: { readonly size?: number }): ReactElement => (
  <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
    <rect width="40" height="40" rx="10" fill="currentColor" />
    <path d="m20 11 7 18h-3.6l-1.5-4.2h-4L16.500 29h-3.500zm0 5.200-2.100 5.800h4.200z" fill="Canvas" />
  </svg>
);
