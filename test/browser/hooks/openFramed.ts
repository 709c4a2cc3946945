import { expect, onTestFinished } from 'vitest';

/**
 * Opens a page of this origin in a frame of this page, or in a frame of a frame whose origin is another, and runs a script there,
 * which draws `#app`. The other origin is this server's by its other name: loopback is a secure context, so that there is cryptography.
 */
export async function openFramed(by: 'this origin' | 'another origin', page: URL, name = ''): Promise<Window> {
  const address = `${location.origin}/nothing-is-here`;
  const frame = document.createElement('iframe');
  const around = new URL('./around.html', import.meta.url);
  around.hostname = 'other.localhost';
  around.search = '';
  around.hash = encodeURIComponent(address);
  frame.src = by === 'this origin' ? address : around.href;
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  const view = () => (by === 'this origin' ? frame.contentWindow : frame.contentWindow?.frames[0]);
  await expect.poll(() => hrefOf(view())).toBe(address);
  const opened = view() as Window;
  await expect.poll(() => opened.document.readyState).toBe('complete');
  // Vitest's server writes this into every module; a page that it did not open needs a copy.
  for (const name of ['__vitest_browser_runner__', '__vitest_mocker__']) {
    Reflect.set(opened, name, Reflect.get(window, name));
  }
  const script = opened.document.createElement('script');
  script.type = 'module';
  script.src = page.href;
  opened.name = name;
  opened.document.body.append(script);
  await expect.poll(() => opened.document.querySelector('#app')?.textContent, { timeout: 60_000 }).toBe('app');
  return opened;
}

function hrefOf(view: Window | null | undefined): string | undefined {
  try {
    return view?.location.href;
  } catch {
    return undefined; // not loaded yet
  }
}
