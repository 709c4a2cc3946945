'use client';
import { type ReactElement, useEffect, useMemo } from 'react';
import { noteForDeveloper } from '../../hooks/developerNote.js';
import type { WalletMessages } from '../english/walletMessages.js';
import { lazyScreen } from '../lazyScreen.js';
import { useScreen } from '../screenContext.js';

/**
 * An optional peer of the page: it may not be installed. Bundlers fail over what is not there, unless it is imported within a `try`, in the
 * very function.
 */
const useEncoder = lazyScreen(async () => {
  try {
    return (await import('qr')).encodeQR;
  } catch (cause) {
    throw new TypeError('The package qr is missing.', { cause });
  }
});

/** A text as a QR code, drawn as one path: black on white in the dark, too, with a margin of four modules at least. */
export function QrCode({ text, words }: { text: string; words: WalletMessages }): ReactElement {
  const { part } = useScreen();
  const { Screen: encode, lost } = useEncoder();
  const isLost = lost !== undefined;
  const modules = useMemo(() => encode?.(text, 'raw', { ecc: 'medium', border: 1 }), [encode, text]);
  useEffect(() => {
    if (isLost && process.env.NODE_ENV !== 'production') noteForDeveloper('QR_MISSING');
  }, [isLost]);
  if (isLost)
    return (
      <p {...part('lead')} role="status">
        {words.noQr}
      </p>
    );
  const side = (modules?.length ?? 0) - 2; // the library's own margin is left out: the box has one
  return (
    <div {...part('qr')}>
      {modules && (
        <svg role="img" aria-label={words.qrOf} viewBox={`1 1 ${side} ${side}`}>
          <path d={pathOf(modules)} />
        </svg>
      )}
    </div>
  );
}

/** The dark modules, one bar for those that stand side by side. */
function pathOf(modules: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, row] of modules.entries())
    for (let x = 0; x < row.length; x++) {
      const begin = x;
      while (row[x]) x++;
      if (x > begin) path += `M${begin} ${y}h${x - begin}v1H${begin}z`;
    }
  return path;
}
