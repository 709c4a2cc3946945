import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { handOver } from '../../../src/client/oauth/callbackPage.js';

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
  const heard: unknown[] = [];
  channel.addEventListener('message', ({ data }) => heard.push(data));
  return { heard, take: () => channel.postMessage({ latchkeyOauth: 'taken', state }) };
}

test('after four seconds the callback reports that nobody waits for the answer, and a reloaded page still gets it', async () => {
  const close = vi.spyOn(window, 'close').mockReturnValue();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const told = vi.fn();
  void handOver(state, back).then(told);
  await vi.advanceTimersByTimeAsync(3_900);
  expect(told).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(told).toHaveBeenCalledWith(false);
  const { heard, take } = openWaiting();
  await vi.advanceTimersByTimeAsync(300);
  await vi.waitFor(() => expect(heard[0]).toEqual({ latchkeyOauth: 'answer', state, back }));
  expect(close).not.toHaveBeenCalled();
  take();
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
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
