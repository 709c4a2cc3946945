import type { Loader } from '@storybook/react-vite';
import { STORY_RENDER_PHASE_CHANGED } from 'storybook/internal/core-events';
import { addons } from 'storybook/preview-api';

/**
 * On the page of all stories each is a frame in which its person acts. One acts at a time, since a page has one focus; none scrolls
 * the page, and at the end the focus is back with who reads it, and stays there. Elsewhere a story has its page for itself.
 */
export const takeTurn: Loader = async ({ id }) => {
  const frame = docsFrame();
  if (!(frame && 'locks' in navigator)) return {};
  leadFocus(frame);
  await new Promise<void>((begin) => {
    void navigator.locks.request('latchkey.story', async () => {
      const reader = frame.ownerDocument.activeElement;
      hasTurn = true;
      begin();
      await untilPlayed(id);
      hasTurn = false;
      giveFocusBack(frame, reader);
    });
  });
  return {};
};

/** The frame on such a page. */
export function docsFrame(): Element | undefined {
  const frame = window.frameElement;
  return frame?.id.startsWith('iframe--') ? frame : undefined;
}

/** Whether this frame's person acts. */
let hasTurn = false;
const { focus } = HTMLElement.prototype;

/**
 * A focus in a frame scrolls the pages around it, too. A screen that comes to its next step once its person is through, on a slow machine for
 * one, takes the focus from nobody who reads something else.
 */
function leadFocus(frame: Element): void {
  HTMLElement.prototype.focus = function (options) {
    if (!hasTurn && frame.ownerDocument.activeElement !== frame) return;
    focus.call(this, { ...options, preventScroll: true });
  };
}

/**
 * Resolves when a story's person has done what they do, or has failed to. Each of their steps has a limit, and the whole has none: on a
 * slow machine the next story would begin beside this one, and both would move the focus.
 */
function untilPlayed(id: string): Promise<void> {
  return new Promise((resolve) => {
    addons.getChannel().on(STORY_RENDER_PHASE_CHANGED, ({ newPhase, storyId }: Phase) => {
      if (storyId !== id || !/^(played|completing|errored|aborted)$/.test(newPhase)) return; // other frames send messages, too
      setTimeout(resolve, settlingMs);
    });
  });
}

function giveFocusBack(frame: Element, reader: Element | null): void {
  if (frame.ownerDocument.activeElement !== frame || reader === frame) return;
  (frame as HTMLElement).blur();
  (reader as HTMLElement | null)?.focus({ preventScroll: true });
}

type Phase = { readonly newPhase: string; readonly storyId: string };

/** A screen leads the focus to its next step once that is painted. */
const settlingMs = 100;
