import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useEffect, useState } from 'react';
import { expect } from 'storybook/test';
import { Inbox } from '../demo/Inbox.js';
import type { Message } from '../demo/messages.js';
import { Wire } from '../demo/Wire.js';
import { recorded } from '../demo/wire.js';
import { LoggedIn, LoggedOut } from '../src/components/login/LoggedIn.js';
import { LoginButton } from '../src/components/login/LoginButton.js';
import { LoginCard } from '../src/components/login/LoginCard.js';
import { LatchkeyProvider } from '../src/hooks/LatchkeyProvider.js';
import { memoryKeyStore } from '../src/sessions/keyStore.js';
import type { TestService } from '../src/testing.js';
import { acmeMark } from './acmeMark.js';
import { ServiceKnobs } from './ServiceKnobs.js';
import { serviceOf, startService } from './serviceInPage.js';
import '../demo/tokens.css';
import '../demo/panes.css';
import './serviceKnobs.css';

/**
 * The login card at work. The whole service runs in this page: ask for a code, read it in the inbox, type it, and look at what went
 * over the wire. Make the service refuse, put its clock forward, and ask for other codes. Nothing leaves your machine.
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
      story: { inline: false, height: '1400px' },
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
          <ServiceKnobs service={service} />
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
export const TryIt: StoryObj<typeof meta> = {};

/** The code is read in the inbox, and typed. */
export const LogIn: StoryObj<typeof meta> = {
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

/** The next request is refused, and the one after it is not; a code of another form has another field. */
export const MakeItFail: StoryObj<typeof meta> = {
  async play({ canvas, userEvent }) {
    const email = await canvas.findByLabelText('Email address');
    await userEvent.selectOptions(canvas.getByLabelText('What the next request meets'), 'Service down');
    await userEvent.selectOptions(canvas.getByLabelText('Form of a code'), '8 digits');
    await expect(await canvas.findByText('The next code has 8 digits.')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Fail next' }));
    await userEvent.type(email, 'ada@example.com{Enter}');
    await expect(await canvas.findByRole('alert')).toHaveTextContent(/on our side/);
    await userEvent.type(email, '{Enter}');
    await expect(await canvas.findByLabelText('8-digit code')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Clock + 5 min' }));
    await expect(await canvas.findByRole('heading', { name: 'This code has expired' })).toBeVisible();
  },
};
