import { render } from '@testing-library/react';
import { decodeQR } from 'qr/decode.js';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ReceiveScreen } from '../../../../src/components/wallet/ReceiveScreen.js';
import { openKit } from '../../hooks/kit.js';
import '../../../../src/components/styles.css';
import '../../../../src/components/wallet/wallet.css';

const address = '0x995594d8Dc7AE8A0F9F1aB8F5d9ed0e8B5dA40b2';

async function openReceive(theme = 'light') {
  const kit = await openKit();
  render(
    <div data-theme={theme}>
      <ReceiveScreen address={address} />
    </div>,
    { wrapper: kit.wrapper },
  );
  await expect.element(page.getByRole('img', { name: 'QR code of this address' })).toBeVisible();
  return kit;
}

test.each(['light', 'dark'])('a camera reads the address from the code, on white, in the %s', async (theme) => {
  await openReceive(theme);
  const code = page.getByRole('img', { name: 'QR code of this address' }).element() as unknown as SVGElement;
  const { width, height } = code.getBoundingClientRect();
  expect([width, height].map(Math.round)).toEqual([200, 200]); // 199.99998 at some places of the page
  const { backgroundColor, paddingTop } = getComputedStyle(code.parentElement as Element);
  expect([backgroundColor, paddingTop]).toEqual(['rgb(255, 255, 255)', '16px']);
  expect(await readCode(code)).toBe(address);
});

/** Draws the code as it is shown, and reads it. */
async function readCode(code: SVGElement): Promise<string> {
  const path = code.querySelector('path')?.getAttribute('d') ?? '';
  const modules = Number(code.getAttribute('viewBox')?.split(' ')[2]);
  const side = (modules + 8) * 4;
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.fillStyle = 'white';
  context.fillRect(0, 0, side, side);
  context.fillStyle = 'black';
  context.setTransform(4, 0, 0, 4, 12, 12);
  context.fill(new Path2D(path));
  return decodeQR(context.getImageData(0, 0, side, side));
}

test('the address stands in full, in groups that are copied as one', async () => {
  await openReceive();
  const text = document.querySelector('p[data-part="address"]');
  expect(text?.textContent).toBe(address);
  expect(text?.firstChild?.textContent).toBe('0x9955');
  expect(text?.children).toHaveLength(10);
});

test('it is copied, or the person is told how', async () => {
  await openReceive();
  page.getByRole('button', { name: 'Copy address' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('status')).toHaveTextContent(/^(Copied|Select the address to copy it)\.?$/);
});
