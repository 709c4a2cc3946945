import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openLogin } from './openLogin.js';

test('a mistyped mail host is corrected by one press, and the code goes there', async () => {
  const { email, type, button, isAt, service } = await openLogin();
  await email.fill('ada@gmial.com');
  await button('Did you mean ada@gmail.com?').click();
  await expect.element(email).toHaveValue('ada@gmail.com');
  await expect.element(email).toHaveFocus();
  await expect.element(button('Did you mean ada@gmail.com?')).not.toBeInTheDocument();
  await type('{Enter}');
  await isAt('code');
  expect(service.inbox.list().map(({ to }) => to)).toEqual(['ada@gmail.com']);
});

test('what stood in the field before the hint was loaded is looked at, too', async () => {
  const { button } = await openLogin({ screen: { defaultContact: 'ada@gmial.com' } });
  await expect.element(button('Did you mean ada@gmail.com?')).toBeVisible();
});

test('nobody is held up by it: the address is sent as it was typed', async () => {
  const { email, type, isAt, service } = await openLogin();
  await email.fill('ada@gmial.com');
  await type('{Enter}');
  await isAt('code');
  expect(service.inbox.list().map(({ to }) => to)).toEqual(['ada@gmial.com']);
});

test('the code’s step leads to the inbox of a large mail host, in another tab that knows nothing of this page', async () => {
  const { email, type, isAt } = await openLogin();
  await email.fill('ada@gmail.com');
  await type('{Enter}');
  await isAt('code');
  const link = page.getByRole('link', { name: 'Open Gmail' });
  await expect.element(link).toHaveAttribute('href', 'https://mail.google.com/');
  await expect.element(link).toHaveAttribute('target', '_blank');
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
});

test('the code’s step shows no such link for other hosts', async () => {
  const { email, type, isAt } = await openLogin();
  await email.fill('ada@example.com');
  await type('{Enter}');
  await isAt('code');
  await expect.element(page.getByRole('textbox')).toHaveFocus();
  expect(page.getByRole('link').elements()).toEqual([]);
});
