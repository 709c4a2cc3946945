import type { Loader, Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { expect } from 'storybook/test';
import { createClient } from '../src/client/createClient.js';
import { requestOtp } from '../src/client/flows/requestOtp.js';
import { createEmailTemplate } from '../src/contract/emailTemplates.js';
import type { EmailTemplateText } from '../src/contract/emailTemplates.records.js';
import { languageOf } from '../src/contract/language.js';
import { memoryKeyStore } from '../src/sessions/keyStore.js';
import { createTestClock } from '../src/testing/clock.js';
import './mailTemplate.css';
import { startTestService } from './startTestService.js';

/** A mail as the service hands it to a mail server. */
type Mail = { readonly subject: string; readonly text: string; readonly html: string };

type MailParameters = {
  /** Without them the mail is the service's own. */
  texts?: [EmailTemplateText, ...EmailTemplateText[]];
  templateVariables?: Readonly<Record<string, string>>;
  language?: string;
};

/** Before a story: the template is created and configured at the real service in this page, and Ada asks for a code. */
const mailByTemplate: Loader = async ({ parameters, globals }) => {
  const { texts, templateVariables = {}, language }: MailParameters = parameters;
  const clock = createTestClock(Date.UTC(2030, 1, 3, 4, 5)); // the mail says the time
  const service = await startTestService({ clock });
  let otpTemplateId = '';
  if (texts) {
    const variables = Object.keys(templateVariables);
    const made = { name: 'Codes', kind: 'EMAIL_TEMPLATE_KIND_CODE' as const, variables, texts };
    const { result } = await service.asRoot(createEmailTemplate, made);
    otpTemplateId = (result as { createEmailTemplateResult: { emailTemplateId: string } }).createEmailTemplateResult
      .emailTemplateId;
  }
  await service.configure({
    otpTemplateId,
    emailCustomizationParams: { appName: 'Acme', templateVariables: JSON.stringify(templateVariables) },
  });
  const client = createClient({ ...service.settings, keys: memoryKeyStore() });
  const asked = languageOf(globals.language || language || 'en');
  await requestOtp(client, { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com', language: asked });
  const [mail] = service.inbox.list('ada@example.com');
  await service.close();
  return { mail };
};

/** The subject, the HTML as a mail program shows it, without scripts, and the text for programs that show no HTML. */
function MailView({ mail: { subject, text, html } }: { mail: Mail }): ReactElement {
  return (
    <article className="mail">
      <h2>{subject}</h2>
      <iframe title="The mail" sandbox="" srcDoc={html} />
      <details>
        <summary>As text</summary>
        <pre>{text}</pre>
      </details>
    </article>
  );
}

const meta = {
  title: 'Mails/Template of codes',
  loaders: [mailByTemplate],
  render: (_, { loaded }) => <MailView mail={(loaded as { mail: Mail }).mail} />,
  // No code: an app writes none for it.
  parameters: { docs: { story: { inline: false, height: '640px' }, canvas: { sourceState: 'none' } } },
} satisfies Meta;
export default meta;

type Story = Omit<StoryObj<typeof meta>, 'parameters'> & { parameters?: MailParameters };
type Play = Parameters<NonNullable<StoryObj<typeof meta>['play']>>[0];

/** What the code's mail shows, as it is for whoever reads it. */
const shownTo = ({ canvas }: Play) => canvas.getByTitle<HTMLIFrameElement>('The mail').srcdoc;

const branded: EmailTemplateText = {
  subject: '{{code}} is your code for {{appName}}',
  text: 'Your code for {{appName}} is {{code}}. It expires in {{expiresInMinutes}} minutes.\nHelp for {{team}}: {{helpPage}}',
  html: `<style>
  .card { max-width: 420px; margin: 24px auto; padding: 32px; border: 1px solid #e4e7ee; border-radius: 16px; font: 16px/24px system-ui }
  .code { font: 600 32px/40px monospace; letter-spacing: 4px }
</style>
<div class="card">
  <h1>Welcome back to {{appName}}</h1>
  <p>Your code is</p>
  <p class="code">{{code}}</p>
  <p>It expires in {{expiresInMinutes}} minutes. <a href="{{helpPage}}">Help for {{team}}</a></p>
</div>`,
};
const ofTeamRed = { team: 'Team Red', helpPage: 'https://acme.example/help' };

/** Without a template. */
export const ServicesOwn: Story = {
  async play(told) {
    await expect(told.canvas.getByRole('heading', { name: /is your Acme login code/ })).toBeVisible();
    await expect(shownTo(told)).toContain('Acme');
  },
};

/** A template with variables, filled by the configuration. The service adds the last words. */
export const Branded: Story = {
  parameters: { texts: [branded], templateVariables: ofTeamRed },
  async play(told) {
    await expect(told.canvas.getByRole('heading', { name: /^\d{6} is your code for Acme$/ })).toBeVisible();
    const html = shownTo(told);
    await expect(html).toContain('<a href="https://acme.example/help">Help for Team Red</a>');
    await expect(html).toMatch(/Didn(&#39;|')t request this\?/);
    await expect(html).not.toContain('{{');
  },
};

/** Values are escaped for where they stand: nobody writes HTML by a name. */
export const ValueThatLooksLikeHtml: Story = {
  parameters: { texts: [branded], templateVariables: { ...ofTeamRed, team: '<b onclick="x()">{{code}}</b>' } },
  async play(told) {
    await expect(shownTo(told)).toContain('Help for &lt;b onclick=&quot;x()&quot;&gt;{{code}}&lt;/b&gt;');
  },
};

/** In the language of whoever asks; the last words follow it. */
export const InGerman: Story = {
  parameters: {
    language: 'de',
    texts: [branded, { ...branded, language: 'de', subject: '{{code}} ist dein Code für {{appName}}' }],
    templateVariables: ofTeamRed,
  },
  async play(told) {
    await expect(told.canvas.getByRole('heading', { name: /ist dein Code für Acme$/ })).toBeVisible();
    await expect(shownTo(told)).toContain('Du hast das nicht angefordert?');
  },
};
