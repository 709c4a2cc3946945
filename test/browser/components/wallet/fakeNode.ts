import { onTestFinished } from 'vitest';
import { type FakeNode, openFakeNode } from '../../../support/fakeNode.js';

/** The same until the test's end. */
export function fakeNode(): FakeNode {
  const { node, close } = openFakeNode();
  onTestFinished(close);
  return node;
}
