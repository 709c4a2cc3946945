import { expect, onTestFinished, test } from 'vitest';

/**
 * Opens a page of this origin in a frame of this page, or in a frame of a frame whose origin is another, and runs the app there.
 * A `data:` URL has an origin of its own, to which no other is equal.
 */
async function openFramed(by: 'this origin' | 'another origin', name = ''): Promise<Window> {
  const address = `${location.origin}/nothing-is-here`;
  const frame = document.createElement('iframe');
  frame.src = by === 'this origin' ? address : `data:text/html,<iframe src="${address}"></iframe>`;
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  const page = () => (by === 'this origin' ? frame.contentWindow : frame.contentWindow?.frames[0]);
  await expect.poll(() => hrefOf(page())).toBe(address);
  const view = page() as Window;
  await expect.poll(() => view.document.readyState).toBe('complete');
  // Vitest's server writes this into every module; a page that it did not open needs a copy.
  for (const name of ['__vitest_browser_runner__', '__vitest_mocker__']) {
    Reflect.set(view, name, Reflect.get(window, name));
  }
  const script = view.document.createElement('script');
  script.type = 'module';
  script.src = new URL('./framedPage.ts', import.meta.url).href;
  view.name = name;
  view.document.body.append(script);
  await expect.poll(() => view.document.querySelector('#app')?.textContent, { timeout: 60_000 }).toBe('app');
  return view;
}

function hrefOf(view: Window | null | undefined): string | undefined {
  try {
    return view?.location.href;
  } catch {
    return undefined; // not loaded yet
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 200));

test('T-43: an app in a frame of another origin gets one notice, and the console is left alone', async () => {
  const { heard, warned } = await openFramed('another origin', 'listening');
  await expect.poll(() => heard).toHaveLength(1);
  expect(heard).toEqual([{ code: 'FRAMED_BY_ANOTHER_ORIGIN' }]);
  await settled();
  expect(heard).toHaveLength(1);
  expect(warned).toEqual([]);
});

test('T-43: in development the console shows the notice if the app has no listener', async () => {
  const { heard, warned } = await openFramed('another origin');
  await expect
    .poll(() => warned)
    .toEqual([expect.stringMatching(/^Latchkey \(FRAMED_BY_ANOTHER_ORIGIN\): .*frame-ancestors/)]);
  expect(heard).toEqual([]);
});

test('T-43: in a frame of its own origin there is no notice', async () => {
  const { heard } = await openFramed('this origin', 'listening');
  const { warned } = await openFramed('this origin');
  await settled();
  expect({ heard, warned }).toEqual({ heard: [], warned: [] });
});
