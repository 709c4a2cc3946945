import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { handOver } from '../../../src/client/oauth/callbackPage.js';
import { eventually } from '../../support/eventually.js';

const state = 'wCVq0M3LrXSe7nb4M9hNwFzTj6PdKu2GtYxQoA5iHcE';
const back = { search: `?code=given&state=${state}`, hash: '' };

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A waiting page. @returns the messages that it receives, and a function that confirms them */
function openWaiting() {
  const channel = new BroadcastChannel(`latchkey.oauth.${state}`);
  onTestFinished(() => channel.close());
  const received: unknown[] = [];
  channel.addEventListener('message', ({ data }) => received.push(data));
  return { heard: received, take: () => channel.postMessage({ latchkeyOauth: 'taken', state }) };
}

test('after four seconds the callback reports that nobody waits for the answer, and a reloaded page still gets it', async () => {
  const close = vi.spyOn(window, 'close').mockReturnValue();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const callback = vi.fn();
  void handOver(state, back).then(callback);
  await vi.advanceTimersByTimeAsync(3_900);
  expect(callback).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(callback).toHaveBeenCalledWith(false);
  const { heard, take } = openWaiting();
  await vi.advanceTimersByTimeAsync(300);
  await eventually(() => expect(heard[0]).toEqual({ latchkeyOauth: 'answer', state, back }));
  expect(close).not.toHaveBeenCalled();
  take();
  await eventually(() => expect(close).toHaveBeenCalledOnce());
});

test('after fifteen seconds an answer is no longer offered', async () => {
  const close = vi.spyOn(window, 'close').mockReturnValue();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  expect(handOver(state, back)).toBeInstanceOf(Promise);
  await vi.advanceTimersByTimeAsync(15_100);
  vi.useRealTimers();
  const { heard, take } = openWaiting();
  take();
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(heard).toEqual([]);
  expect(close).not.toHaveBeenCalled();
});
