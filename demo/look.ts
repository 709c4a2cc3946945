import { useEffect } from 'react';

/** How the page looks. `undefined`: as the device does, and as the kit does. */
export type Look = {
  readonly theme: 'light' | 'dark' | undefined;
  /** A BCP 47 tag. */
  readonly language: string;
  /** A colour of CSS. */
  readonly accent: string | undefined;
};

/** Gives the page that look: the root element's theme, language, direction and accent. */
export function useLook({ theme, language, accent }: Look): void {
  useEffect(() => {
    const { documentElement: root } = document;
    if (theme === undefined) delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.lang = language;
    root.dir = language === 'ar' ? 'rtl' : 'ltr';
    if (accent === undefined) root.style.removeProperty('--latchkey-accent');
    else root.style.setProperty('--latchkey-accent', accent);
  }, [theme, language, accent]);
}
