import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { lazyStep } from '../../../../src/components/transfer/lazySteps.js';
import { TransferSection } from '../../../../src/components/transfer/TransferSection.js';
import { openTransfer } from './openTransfer.js';

test('a step of import or export whose script does not load shows an error', async () => {
  const { draw } = await openTransfer();
  const Lost = lazyStep(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  draw(
    <TransferSection
      name="import"
      state="waiting"
      title="Waiting"
      error={undefined}
      areWordsLoading={false}
      elevation={undefined}
      classNames={undefined}
    >
      <Lost />
    </TransferSection>,
  );
  await expect.element(page.getByRole('alert')).toHaveTextContent('This step didn’t load. Reload the page.');
});
