import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useEffect, useState } from 'react';
import { expect } from 'storybook/test';
import { Inbox } from '../demo/Inbox.js';
import type { Message } from '../demo/messages.js';
import { Wire } from '../demo/Wire.js';
import { recorded } from '../demo/wire.js';
import { LoggedIn, LoggedOut } from '../src/components/LoggedIn.js';
import { LoginButton } from '../src/components/LoginButton.js';
import { LoginCard } from '../src/components/LoginCard.js';
import { LatchkeyProvider } from '../src/hooks/LatchkeyProvider.js';
import { memoryKeyStore } from '../src/sessions/keyStore.js';
import type { TestService } from '../src/testing.js';
import { acmeMark } from './acmeMark.js';
import { serviceOf, startService } from './serviceInPage.js';
import '../demo/tokens.css';
import '../demo/panes.css';

/**
 * The login card at work. The whole service runs in this page: ask for a code, read it in the inbox, type it, and look at what went
 * over the wire. Nothing leaves your machine.
 */
const meta = {
  title: 'Welcome',
  component: LoginCard,
  args: { logo: acmeMark },
  loaders: [startService],
  render: (args, { loaded, globals }) => (
    <SideBySide
      service={serviceOf({ loaded })}
      theme={globals.theme || 'light'}
      dir={globals.dir || undefined}
      language={globals.language || undefined}
    >
      <LoginCard {...args} />
    </SideBySide>
  ),
  parameters: {
    time: 'runs',
    config: { allowedAuthMethods: ['email', 'sms'], emailCustomizationParams: { appName: 'Acme' } },
    docs: {
      story: { inline: false, height: '1180px' },
      source: {
        code: "import { LoggedIn, LoggedOut, LoginButton, LoginCard } from 'latchkey';\nimport 'latchkey/styles.css';\n\n<LoggedOut><LoginCard /></LoggedOut>\n<LoggedIn><LoginButton /></LoggedIn>",
      },
    },
  },
} satisfies Meta<typeof LoginCard>;
export default meta;

type Beside = {
  readonly service: TestService;
  readonly theme: string;
  readonly dir: string | undefined;
  readonly language: string | undefined;
  readonly children: ReactElement;
};

function SideBySide({ service, theme, dir, language, children }: Beside): ReactElement {
  const messages = useInbox(service);
  const settings = {
    ...service.settings,
    fetch: recorded(service.settings.fetch),
    keys: memoryKeyStore(),
    ...(language && { language }),
  };
  return (
    <LatchkeyProvider key={language} settings={settings}>
      <div className="side-by-side" dir={dir} data-theme={theme} style={{ colorScheme: theme }}>
        <div>
          <LoggedOut>{children}</LoggedOut>
          <LoggedIn>
            <LoginButton />
          </LoggedIn>
        </div>
        <div className="panes">
          <Inbox messages={messages} />
          <Wire />
        </div>
      </div>
    </LatchkeyProvider>
  );
}

/** What the service has sent, looked at twice a second. */
function useInbox({ inbox }: TestService): readonly Message[] {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  useEffect(() => {
    const timer = setInterval(() => setMessages(inbox.list()), 500);
    return () => clearInterval(timer);
  }, [inbox]);
  return messages;
}

/** Type any address. */
export const TryIt: StoryObj<typeof meta> = {
  async play({ canvas, userEvent }) {
    await userEvent.type(await canvas.findByLabelText('Email address'), 'ada@example.com{Enter}');
    await expect(await canvas.findByText('otp_init_v2')).toBeVisible();
    const sent = await canvas.findByText(/^\d{6}$/);
    await expect(await canvas.findByRole('button', { name: 'Copy' })).toBeVisible();
    await userEvent.type(await canvas.findByLabelText('6-digit code'), sent.textContent ?? '');
    await expect(await canvas.findByText('otp_login')).toBeVisible();
    await expect(await canvas.findByRole('button', { name: /ada@example\.com/ })).toBeVisible();
  },
};
