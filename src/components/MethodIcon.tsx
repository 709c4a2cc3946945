'use client';
import { type ReactElement, useEffect, useState } from 'react';
import type { ClickMethod } from '../login/methods.js';
import { Icon } from './icons.js';
import type { providerMarks } from './login/providerMarks.js';
import { useScreen } from './screenContext.js';

type Marks = typeof providerMarks;

let fetched: Marks | undefined;

/** The mark of a provider, which loads after the first view; its space is kept. */
export function MethodIcon({ method }: { method: ClickMethod }): ReactElement {
  const { part } = useScreen();
  const [marks, setMarks] = useState(fetched);
  const isOauth = method.type === 'oauth';
  useEffect(() => {
    if (!isOauth || fetched) return;
    import('./login/providerMarks.js').then(
      ({ providerMarks }) => {
        fetched = providerMarks;
        setMarks(providerMarks);
      },
      () => {}, // the row has its name in words
    );
  }, [isOauth]);
  if (!isOauth) return <Icon name="passkey" />;
  if (method.icon) return <img {...part('mark')} src={method.icon} alt="" width={20} height={20} />;
  const paths = marks && (Object.hasOwn(marks, method.provider) ? marks[method.provider] : marks.other);
  return (
    <svg {...part('mark')} viewBox="0 0 24 24" aria-hidden="true">
      {paths?.map(({ d, fill }) => (
        <path key={d} d={d} fill={fill} />
      ))}
    </svg>
  );
}
