import { join } from 'node:path';
import type { Variables } from '../../test/support/live/serve.js';
import { pause } from '../../test/support/live/serve.js';
import { openSmsHook, type SmsHook } from '../../test/support/live/smsHook.js';
import { type MailServer, openMailServer } from '../../test/support/mailServer.js';
import { startOauth2Provider } from '../../test/support/oauth2Provider.js';

/** Everything that a service calls beside its clients: the relays of its messages, and stand-ins for X and Discord. */
export type Outside = {
  readonly hook: SmsHook;
  readonly mailbox: Mailbox;
  readonly provider: Awaited<ReturnType<typeof startOauth2Provider>>;
  /** What tells a service of them. */
  readonly variables: Variables;
  readonly close: () => Promise<void>;
};

/** Mails with a key, by whom they are to. */
export type Mailbox = {
  /** Oldest first; one that was sent twice stands there twice. */
  readonly to: (address: string) => readonly Mail[];
};

/** `id`: as the service calls the message, however often it sends it. */
export type Mail = { readonly id: string; readonly bundle: string };

/** Arguments of Node's own for a service whose world this is. */
export const insideOut: readonly string[] = ['--import', join(process.cwd(), 'checks/crash/outside.mjs')];

/** @param slowlyMs - how long a provider takes to answer, each time. */
export async function openOutside(slowlyMs: () => number): Promise<Outside> {
  const hook = await openSmsHook();
  const mails = await openMailServer();
  const provider = await startOauth2Provider();
  provider.provider.fault = async () => {
    await pause(slowlyMs());
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
