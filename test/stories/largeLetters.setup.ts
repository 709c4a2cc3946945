import { afterEach, expect } from 'vitest';
import { textFaults } from '../support/textFaults.js';

/** Each story is looked at again, in the state that its person brought it to, then with letters twice as large. @see WCAG 2.2, 1.4.4 */
afterEach(() => {
  const { style } = document.documentElement;
  const faults = textFaults();
  style.fontSize = '200%';
  const faultsOfLarge = textFaults();
  style.fontSize = '';
  expect({ faults, faultsOfLarge }).toEqual({ faults: [], faultsOfLarge: [] });
});
