import { expect, test } from 'vitest';
import { approvalReview } from '../../../src/components/approvals/approvalReview.js';
import { approvalsEnglish } from '../../../src/components/approvals/approvalWords.js';
import { describedFacts } from '../../../src/reading/describedFacts.js';
import { signatureFacts } from '../../../src/reading/signatureFacts.js';
import { order, orderDescriptor } from '../../support/describedExamples.js';

const address = `0x${'71'.repeat(20)}`;
const chain = { id: 1, name: 'Ethereum', symbol: 'ETH' };

test('a field that a descriptor calls like a row of the kit stands on the card, behind the number of its part', async () => {
  const descriptors = [orderDescriptor([{ path: 'parts.[].to', label: approvalsEnglish.review.from }])];
  const makers = [`0x${'33'.repeat(20)}`, `0x${'44'.repeat(20)}`];
  const parts = await Promise.all(
    makers.map(async (to) => {
      const data = order({ parts: [{ share: '3', to }] });
      const request = { kind: 'typed data', address, chain, data } as const;
      return { request, facts: await describedFacts(request, signatureFacts(request), { descriptors, tokens: [] }) };
    }),
  );
  const activity = { id: '1', fingerprint: 'f', intent: {} } as never;
  const read = { activity, facts: {} as never, title: '', signature: { parts, dangers: [] } };
  const { rows } = approvalReview(read, approvalsEnglish, { isFirstTime: false, lookalikes: [] });
  expect(rows.filter(({ label }) => label.endsWith('From')).map(({ label, value }) => [label, value])).toEqual([
    ['From', address],
    ['1. From', makers[0]],
    ['2. From', makers[1]],
  ]);
});
