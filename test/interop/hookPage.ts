import { Window } from 'happy-dom';
import { createElement, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { LatchkeyProvider } from '../../src/hooks/LatchkeyProvider.js';
import type { Client } from '../../src/client/createClient.js';

/** A page of a browser that runs hooks: `now` is what they returned last. */
export type HookPage<Value> = { readonly now: () => Value; readonly close: () => Promise<void> };

/** Runs hooks in a page with a client, and waits for their first values. */
export async function openHookPage<Value>(client: Client, useHooks: () => Value): Promise<HookPage<Value>> {
  const window = new Window({ url: 'https://app.example.com' });
  const own = ['addEventListener', 'removeEventListener', 'getComputedStyle'] as const;
  Object.assign(
    globalThis,
    { window, document: window.document, location: window.location },
    ...own.map((name) => ({ [name]: window[name].bind(window) })),
  );
  let last: Value | undefined;
  let isReady = () => {};
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  function Hooks(): null {
    last = useHooks();
    useEffect(isReady, []);
    return null;
  }
  const root = createRoot(globalThis.document.body.appendChild(globalThis.document.createElement('div')));
  root.render(createElement(LatchkeyProvider, { client }, createElement(Hooks)));
  await ready;
  return {
    now: () => last as Value,
    async close() {
      root.unmount();
      await window.happyDOM.close();
    },
  };
}
