import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeNode } from './fakeNode.js';
import { openHome, press } from './openHome.js';

afterEach(() => {
  delete document.documentElement.dataset.theme;
});

const faults = async (name: string) =>
  (await axe.run(`[data-latchkey="${name}"]`)).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);

test.each(['light', 'dark'])(
  'axe finds no fault in the wallet, its menu and what it leads to, in the %s',
  async (theme) => {
    document.documentElement.dataset.theme = theme;
    fakeNode();
    await openHome();
    await expect.element(page.getByText('2 ETH', { exact: true })).toBeVisible();
    await press('More: Ethereum 1');
    expect(await faults('wallet')).toEqual([]);
    await userEvent.keyboard('{Escape}');
    page.getByRole('tab', { name: 'Accounts' }).element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(page.getByText('Nothing signed or sent yet.')).toBeVisible();
    expect(await faults('wallet')).toEqual([]);
    await press('Receive');
    await expect.element(page.getByRole('img', { name: 'QR code of this address' })).toBeVisible();
    expect(await faults('receive')).toEqual([]);
    await press('Back');
    await press('Send');
    await expect.element(page.getByText('2 ETH available')).toBeVisible();
    await page.getByLabelText(/^Amount/).fill('1');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(await faults('send')).toEqual([]);
  },
);
