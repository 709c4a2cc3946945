'use client';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useScreen } from '../screenContext.js';

type BrandProps = {
  /** The app's own. */
  logo: ReactNode;
  /** The configuration's. */
  logoUrl: string | undefined;
};

/** The app's mark. The title contains its name, so the mark is hidden from screen readers. */
export function Brand({ logo, logoUrl }: BrandProps): ReactElement | null {
  const { part } = useScreen();
  const [broken, setBroken] = useState<string>();
  if (logo !== undefined && logo !== null) return <div {...part('brand')}>{logo}</div>;
  if (logo === null || logoUrl === undefined || logoUrl === broken) return null;
  return (
    <div {...part('brand')}>
      <img {...part('logo')} src={logoUrl} alt="" width={40} height={40} onError={() => setBroken(logoUrl)} />
    </div>
  );
}
