import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { laterStep } from '../../../../src/components/transfer/laterStep.js';
import { TransferSection } from '../../../../src/components/transfer/TransferSection.js';
import { openTransfer } from './openTransfer.js';

test('a step of import or export whose script does not load shows an error', async () => {
  const { draw } = await openTransfer();
  const Lost = laterStep(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  draw(
    <TransferSection
      name="import"
      state="waiting"
      title="Waiting"
      error={undefined}
      areWordsToCome={false}
      elevation={undefined}
      classNames={undefined}
    >
      <Lost />
    </TransferSection>,
  );
  await expect.element(page.getByRole('alert')).toHaveTextContent('This step didn’t load. Reload the page.');
});
