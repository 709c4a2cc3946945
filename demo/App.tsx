import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ClientSettings, type GetCaptchaToken, LatchkeyProvider } from 'latchkey';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Bar } from './Bar.js';
import { Inbox } from './Inbox.js';
import { type Look, useLook } from './look.js';
import { useMessages } from './messages.js';
import { Shop } from './Shop.js';
import type { Side } from './side.js';
import { Wire } from './Wire.js';
import { wordsOf } from './words.js';

export type AppProps = {
  readonly settings: ClientSettings;
  readonly getCaptchaToken?: GetCaptchaToken | undefined;
  readonly side: Side;
  /** How it looks at first. */
  readonly first?: Partial<Look> | undefined;
  /** Above the panes. */
  readonly children?: ReactNode;
};

/** The demo: a shop made of the kit's screens, what goes on behind it, and a bar to try it with. A reload keeps the login. */
export function App({ settings, getCaptchaToken, side, first, children }: AppProps): ReactElement {
  const [look, setLook] = useState<Look>({ theme: undefined, language: 'en', accent: undefined, ...first });
  const [answers] = useState(() => new QueryClient());
  const messages = useMessages(side.messages);
  useLook(look);
  const { language } = look;
  return (
    <QueryClientProvider client={answers}>
      <div className="acme">
        <LatchkeyProvider key={language} settings={{ ...settings, language }} getCaptchaToken={getCaptchaToken}>
          <Shop side={side} words={wordsOf(language)}>
            <div className="panes" lang="en" dir="ltr">
              {children}
              <Inbox messages={messages} />
              <Wire />
            </div>
          </Shop>
        </LatchkeyProvider>
        <Bar side={side} look={look} onLook={(changes) => setLook({ ...look, ...changes })} />
      </div>
    </QueryClientProvider>
  );
}
