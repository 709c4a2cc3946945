import type { Loader } from '@storybook/react-vite';
import { type Client, createClient } from '../src/client/createClient.js';
import { loginWithEmailLink, requestEmailLink } from '../src/client/flows/emailLink.js';
import { loginWithOtp } from '../src/client/flows/loginWithOtp.js';
import { requestOtp } from '../src/client/flows/requestOtp.js';
import { dropTakenLink } from '../src/client/links/linkInAddress.js';
import type { LinkToSend } from '../src/client/links/requestLink.js';
import { logout } from '../src/client/session/logout.js';
import { type LinkPurpose, linkParameters } from '../src/contract/linkParameters.js';
import type { EmailLinks } from '../src/server/emailLinks.js';
import { memoryKeyStore } from '../src/sessions/keyStore.js';
import type { TestService } from '../src/testing.js';
import { linksOf } from '../test/support/links.js';
import { spoken } from './serviceInPage.js';
import { startTestService } from './startTestService.js';

/** How the page of a story is met, under `parameters`. */
export type LinkParameters = {
  /** The page was opened by a link, which was asked for in this browser or in another one, or was used before. */
  opened?: 'in this browser' | 'in another browser' | 'after it was used';
};

/** What the loader hands to a story. */
export type Mailed = {
  readonly service: TestService;
  readonly client: Client;
  /** The app's backend. */
  readonly links: EmailLinks;
  /** What the newest mail holds. */
  readonly mailed: () => string;
};

export const ada = 'ada@example.com';

/** Before a story: Ada has an account at the real service in this page, and its page is opened as the story says. */
export const mailLinks =
  (purpose: LinkPurpose): Loader =>
  async (context) => {
    const { opened } = context.parameters;
    const service = await startTestService({ config: { allowedAuthMethods: ['email', 'passkey'] } });
    const device = () =>
      createClient({
        ...service.settings,
        keys: memoryKeyStore(),
        sessionName: crypto.randomUUID(),
        ...spoken(context),
      });
    const links = linksOf(service, { page: location.origin });
    const mailed = () => service.inbox.lastCode(ada) ?? '';
    await signUp(service, device());
    service.inbox.clear();
    const client = device();
    const sendLink = (link: LinkToSend) => links.send(purpose, link);
    if (opened) {
      const asking = opened === 'in another browser' ? device() : client;
      await requestEmailLink(asking, { email: ada, sendLink, purpose });
      if (opened === 'after it was used') {
        await loginWithEmailLink(client, { link: mailed() });
        await logout(client);
      }
      history.replaceState(null, '', `#${linkParameters[purpose]}=${mailed()}`);
    }
    return { service, client, links, mailed } satisfies Mailed;
  };

/** After a story nothing of its link is left in the page. */
export function forgetLinks(): () => void {
  return () => {
    dropTakenLink('login');
    dropTakenLink('recovery');
  };
}

async function signUp(service: TestService, client: Client): Promise<void> {
  const { otpId } = await requestOtp(client, { otpType: 'OTP_TYPE_EMAIL', contact: ada });
  await loginWithOtp(client, { otpIds: [otpId], otpCode: service.inbox.lastCode(ada) ?? '' });
}
