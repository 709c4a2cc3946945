import { join } from 'node:path';
import type { Variables } from '../../test/support/live/serve.js';
import { pause } from '../../test/support/live/serve.js';
import { openSmsHook, type SmsHook } from '../../test/support/live/smsHook.js';
import { type MailServer, openMailServer } from '../../test/support/mailServer.js';
import { startOauth2Provider } from '../../test/support/oauth2Provider.js';

/** The servers that a service calls: a mail server, a webhook for text messages, and stand-ins for X and Discord. */
export type ExternalServers = {
  readonly hook: SmsHook;
  readonly mailbox: Mailbox;
  readonly provider: Awaited<ReturnType<typeof startOauth2Provider>>;
  /** The environment variables that name them. */
  readonly variables: Variables;
  readonly close: () => Promise<void>;
};

/** E-mails with a key, by recipient. */
export type Mailbox = {
  /** Oldest first; a message that was sent twice is in the list twice. */
  readonly to: (address: string) => readonly Mail[];
};

/** `id`: the service's id of the message, the same each time it is sent. */
export type Mail = { readonly id: string; readonly bundle: string };

/** Arguments for Node that redirect a service's requests for X and Discord to these servers. */
export const nodeArguments: readonly string[] = ['--import', join(process.cwd(), 'checks/crash/redirectProviders.mjs')];

/** @param delayMs - the time that a provider takes for an answer */
export async function openExternalServers(delayMs: () => number): Promise<ExternalServers> {
  const hook = await openSmsHook();
  const mails = await openMailServer();
  const provider = await startOauth2Provider();
  provider.provider.fault = async () => {
    await pause(delayMs());
    return false;
  };
  const { host, port } = mails.server;
  return {
    hook,
    mailbox: { to: (address) => mails.caught.filter(({ to }) => to.includes(address)).map(mailOf) },
    provider,
    variables: {
      SMS_WEBHOOK_URL: hook.url,
      SMTP_URL: `smtp://${host}:${port}`,
      MAIL_FROM: 'check@latchkey.example',
      LATCHKEY_PUBLIC_URL: 'https://login.example.com',
      CHECK_PROVIDER_AT: provider.url,
    },
    close: async () => {
      hook.close();
      await Promise.all([mails.close(), provider.close()]);
    },
  };
}

function mailOf({ mail }: MailServer['caught'][number]): Mail {
  const text = mail.replaceAll('=\r\n', '');
  return {
    id: /^Message-ID: <([\w-]+)@/im.exec(text)?.[1] ?? '',
    bundle: /[1-9A-HJ-NP-Za-km-z]{100,130}/.exec(text)?.[0] ?? '',
  };
}
