import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { createEmailTemplate, updateEmailTemplate } from '../../src/contract/emailTemplates.js';
import { getEmailTemplate, listEmailTemplates } from '../../src/contract/emailTemplates.queries.js';
import { sendTestMessage } from '../../src/contract/messages.js';
import { updateUserEmail } from '../../src/contract/userContacts.js';
import { whoami } from '../../src/contract/users.queries.js';
import { type DashboardService, operate, startDashboard } from './support/dashboard.js';
import { expectSound, hostileName } from './support/dashboardLooks.js';
import { openBrowser } from './support/visitor.js';

openBrowser();

const kind = 'EMAIL_TEMPLATE_KIND_CODE' as const;
const texts = [{ language: 'en' as const, subject: '{{code}}', text: 'Code {{code}}', html: '<p>Code {{code}}</p>' }];

/** The id of a new template. */
async function template({ root }: DashboardService, name = 'Codes'): Promise<string> {
  await root.submit(createEmailTemplate, { name, kind, texts });
  const { emailTemplates } = await root.ask(listEmailTemplates, {});
  return emailTemplates.find((each) => each.name === name)?.emailTemplateId ?? '';
}

const press = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
};

/** The page's axe-core tells those in frames where it is; this frame has no such place. */
const ofTools = /recipient window's origin \('null'\)/;

const mail = (page: Page) => page.frameLocator('iframe[title="The mail"]');

test('an operator sends a test by keyboard alone, hears where it went, and finds it by the contact', async () => {
  const service = await startDashboard();
  const page = await operate(service, '/messages', { refusals: ['/public/v1/submit/send_test_message 400'] });
  await press(page, 'Send a test email');
  await page.getByRole('alert').getByText('has no verified contact').waitFor();
  const { userId } = await service.root.ask(whoami, {});
  await service.root.submit(updateUserEmail, { userId, userEmail: 'ada@example.com' });
  await press(page, 'Send a test email');
  await page.getByText('It was sent to your email address.').waitFor();
  await page.getByRole('row').filter({ hasText: 'Test' }).getByText('Sent').waitFor();
  await expectSound(page);

  const search = page.getByLabel('To an email or phone number');
  await search.fill('ada@example.com');
  await page.keyboard.press('Enter');
  await page.getByRole('row').filter({ hasText: 'Test by email' }).waitFor();
  await search.fill('grace@example.com');
  await page.keyboard.press('Enter');
  await page.getByText('No message is like that.').waitFor();
  expect(page.url()).not.toContain('example.com');
  await search.fill('');
  await page.keyboard.press('Enter');
  await page.getByLabel('State').selectOption('Given up');
  await page.getByText('No message is like that.').waitFor();
});

test('at 320 px the state of a message is one word on one line', async () => {
  const service = await startDashboard();
  const { userId } = await service.root.ask(whoami, {});
  await service.root.submit(updateUserEmail, { userId, userEmail: 'ada@example.com' });
  await service.root.submit(sendTestMessage, { channel: 'EMAIL' });
  const page = await operate(service, '/messages', { viewport: { width: 320, height: 700 } });
  const state = page.getByRole('row').filter({ hasText: 'Test' }).getByText('Sent');
  await state.waitFor();
  const lines = (chip: Element) => chip.clientHeight / Number.parseFloat(getComputedStyle(chip).lineHeight);
  expect(Math.round(await state.evaluate(lines))).toBe(1);
  await expectSound(page);
});

test('a template is written beside its mail, its faults are told with their place, and it is saved', async () => {
  const service = await startDashboard();
  const page = await operate(service, '/messages', { ofTools });
  await page.getByRole('link', { name: 'New template' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'New template' }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Codes');
  await page
    .getByLabel('HTML')
    .fill('<p>Hello {{plan}}: {{code}}\n<img src="https://pictures.example.com/a.png" alt="A"></p>');
  await page.getByRole('alert').getByText('Line 1, column 10').waitFor();
  await page.getByLabel('Your own variables').fill('plan');
  await page.getByLabel('Sample of plan').fill('<b>Gold</b>');
  await mail(page).getByText('Hello <b>Gold</b>: 428117').waitFor();
  await mail(page).getByText('https://pictures.example.com/a.png').waitFor();
  await expectSound(page);
  await page.getByLabel('Language').selectOption('Add Arabic');
  await page.getByLabel('Subject').fill('رمزك {{code}}');
  await page.getByText('رمزك 428117').waitFor();
  await press(page, 'Plain text');
  await expect.poll(() => page.getByLabel('The mail as plain text').inputValue()).toContain('Your code: 428117');
  await press(page, 'Create template');
  await page.getByRole('link', { name: 'Codes' }).waitFor();
  const { emailTemplates } = await service.root.ask(listEmailTemplates, {});
  expect(emailTemplates).toMatchObject([{ name: 'Codes', kind, variables: ['plan'], languages: ['en', 'ar'] }]);
});

test('light and dark are chosen for the mail alone, whatever the reader’s are, and a phone’s width', async () => {
  const service = await startDashboard();
  const id = await template(service);
  const style = '<style>p{color:rgb(1,2,3)}@media (prefers-color-scheme:dark){p{color:rgb(4,5,6)}}</style>';
  await service.root.submit(updateEmailTemplate, {
    emailTemplateId: id,
    texts: [{ ...texts[0], html: `${style}<p>Code {{code}}</p>` }] as typeof texts,
  });
  const page = await operate(service, `/messages/templates/${id}`, { colorScheme: 'dark' });
  const color = () =>
    mail(page)
      .getByText('Code 428117')
      .first()
      .evaluate((element) => getComputedStyle(element).color);
  await expect.poll(color).toBe('rgb(1, 2, 3)');
  await press(page, 'Dark');
  await expect.poll(color).toBe('rgb(4, 5, 6)');
  await press(page, 'Phone width');
  const box = await page.locator('iframe').boundingBox();
  expect(box?.width).toBeLessThanOrEqual(320);
});

test('nobody’s newer text is overwritten: it is told first, and what each has changed stays', async () => {
  const service = await startDashboard();
  const id = await template(service);
  const refusals = ['/public/v1/submit/update_email_template 409'];
  const page = await operate(service, `/messages/templates/${id}`, { ofTools, refusals });
  await page.getByLabel('Subject').fill('Mine {{code}}');
  await service.root.submit(updateEmailTemplate, {
    emailTemplateId: id,
    texts: [{ ...texts[0], text: 'Theirs {{code}}' }] as typeof texts,
  });
  await press(page, 'Save');
  await press(page, 'Save changes');
  await page.getByRole('heading', { name: 'Somebody changed this template meanwhile' }).waitFor();
  await page.getByRole('dialog').getByText('English text').waitFor();
  await expectSound(page);
  await press(page, 'Save yours as well');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const { emailTemplate } = await service.root.ask(getEmailTemplate, { emailTemplateId: id });
  expect(emailTemplate.texts).toMatchObject([{ subject: 'Mine {{code}}', text: 'Theirs {{code}}' }]);
});

test('T-59 whatever is posted to the frame runs nothing, loads nothing and leads nowhere', async () => {
  const service = await startDashboard();
  const id = await template(service);
  const asked: string[] = [];
  const page = await operate(service, `/messages/templates/${id}`, { ofTools: /directive: "base-uri 'none'"/ });
  page.context().on('request', (request) => {
    // The page itself looks now and then whether something waits for approval.
    if (request.method() !== 'POST' || request.frame() !== page.mainFrame()) asked.push(request.url());
  });
  await mail(page).getByText('Code 428117').waitFor();
  asked.length = 0;
  const canaries = [
    '<meta http-equiv="refresh" content="0;url=https://canary.example.com/refresh">',
    '<base href="https://canary.example.com/">',
    '<link rel="stylesheet" href="https://canary.example.com/link.css">',
    '<script>parent.postMessage("ran","*")</script>',
    '<script src="/dashboard/preview.js"></script>',
    '<img src="https://canary.example.com/i.png" srcset="https://canary.example.com/s.png" onerror="parent.postMessage(\'ran\',\'*\')">',
    '<p onclick="parent.postMessage(\'ran\',\'*\')" style="color:red">Click me</p>',
    '<a href="javascript:parent.postMessage(\'ran\',\'*\')" id="script-link">Script</a>',
    '<a href="https://canary.example.com/page" target="_top" id="link">Link</a>',
    '<form action="https://canary.example.com/form"><button id="send">Send</button></form>',
    '<svg onload="parent.postMessage(\'ran\',\'*\')"><script>parent.postMessage("ran","*")</script><a href="https://canary.example.com/svg"><text>x</text></a></svg>',
    '<iframe src="https://canary.example.com/frame"></iframe><object data="https://canary.example.com/object"></object>',
    '<video src="https://canary.example.com/v.mp4" poster="https://canary.example.com/p.png" autoplay></video>',
    '<table background="https://canary.example.com/b.png"><tr><td>Cell</td></tr></table>',
    '<template><img src="https://canary.example.com/t.png"></template><math><mtext><img src="https://canary.example.com/m.png"></mtext></math>',
  ].join('\n');
  const told = await page.evaluate(async (html) => {
    const frame = document.querySelector('iframe') as HTMLIFrameElement;
    const heard: unknown[] = [];
    window.addEventListener('message', ({ data }) => heard.push(data));
    frame.contentWindow?.postMessage({ html, scheme: 'light' }, '*');
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return heard;
  }, canaries);
  await mail(page).getByText('Click me').click();
  await mail(page).locator('#script-link').click();
  await mail(page).locator('#link').click();
  expect(
    await mail(page).locator('script, svg, math, form, iframe, object, video, base, meta, link, img').count(),
  ).toBe(0);
  expect(await mail(page).getByText('https://canary.example.com/i.png').count()).toBe(1);
  await page.waitForLoadState('networkidle');
  expect(told).toEqual([]);
  expect(asked).toEqual([]);
  expect(page.url()).toBe(`${service.url}/dashboard/messages/templates/${id}`);
  expect(page.context().pages()).toHaveLength(1);
});

test('T-59 styles load nothing either: the frame’s policy refuses what they name', async () => {
  const service = await startDashboard();
  const id = await template(service);
  const failed: (string | undefined)[] = [];
  let answers = 0;
  const page = await operate(service, `/messages/templates/${id}`, { ofTools: /canary/ });
  await mail(page).getByText('Code 428117').waitFor();
  page.context().on('requestfailed', (request) => failed.push(request.failure()?.errorText));
  page.context().on('response', () => {
    answers += 1;
  });
  const blocked: string[] = [];
  await page.exposeFunction('tellBlocked', (what: string) => blocked.push(what));
  await mail(page)
    .locator('html')
    .evaluate(() => {
      const { tellBlocked } = window as unknown as { tellBlocked: (what: string) => void };
      document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) =>
        tellBlocked(`${effectiveDirective} ${blockedURI}`),
      );
    });
  await page.evaluate(() => {
    const html =
      '<style>@import "https://canary.example.com/i.css"; p{background:url(https://canary.example.com/b.png)}</style><p>Styled</p>';
    document.querySelector('iframe')?.contentWindow?.postMessage({ html, scheme: 'light' }, '*');
  });
  await mail(page).getByText('Styled').waitFor();
  await expect
    .poll(() => [...new Set(blocked)].sort())
    .toEqual(['img-src https://canary.example.com/b.png', 'style-src-elem https://canary.example.com/i.css']);
  await expect.poll(() => failed).toEqual(['csp', 'csp']);
  expect(answers).toBe(0);
});

test.each(['light', 'dark'] as const)(
  'at 320 px, %s, with hostile names, everything is text and within reach',
  async (colorScheme) => {
    const service = await startDashboard();
    const id = await template(service, hostileName);
    const { userId } = await service.root.ask(whoami, {});
    await service.root.submit(updateUserEmail, { userId, userEmail: 'ada@example.com' });
    await service.root.submit(sendTestMessage, { channel: 'EMAIL' });
    const page = await operate(service, '/messages', { viewport: { width: 320, height: 700 }, colorScheme, ofTools });
    await page.getByRole('link', { name: hostileName }).waitFor();
    await page.getByText('Test by email').waitFor();
    await expectSound(page);
    await page.getByRole('link', { name: hostileName }).click();
    await mail(page).getByText('Code 428117').waitFor();
    await expectSound(page);
    expect(await page.locator('main img').count()).toBe(0);
    expect(page.url()).toContain(id);
    await press(page, 'Delete');
    await expectSound(page);
    await press(page, 'Delete template');
    await page.getByText('There is no template').waitFor();
  },
);
