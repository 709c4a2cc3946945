import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { call } from '../../../../src/client/call.js';
import { loginWithOtp } from '../../../../src/client/flows/loginWithOtp.js';
import { logout } from '../../../../src/client/session/logout.js';
import { ApprovalsInbox } from '../../../../src/components/approvals/ApprovalsInbox.js';
import { approveActivity, rejectActivity } from '../../../../src/contract/activities.js';
import { secondRoot } from '../../../support/secondRoot.js';
import { openKit } from '../../hooks/kit.js';
import { openInbox } from './openInbox.js';
import '../../../../src/components/styles.css';
import '../../../../src/components/approvals/approvals.css';

/** The inbox with all activity open: 29 activities, of which a wallet waits. */
async function openAll() {
  const opened = await openInbox(['Savings']);
  const { kit, bob } = opened;
  for (let each = 1; each <= 12; each++) await bob.reject(await bob.propose(`Wallet ${each}`));
  await call(kit.client, rejectActivity, { fingerprint: await bob.propose('Wallet 13') });
  await userEvent.click(await screen.findByRole('button', { name: 'All activity' }));
  await screen.findByRole('heading', { name: 'Create wallet “Wallet 13”' });
  expect(screen.getAllByRole('listitem')).toHaveLength(25);
  return opened;
}

test('all activity is listed behind a link, with how it ended, more of it on demand, and the link leads back', async () => {
  await openAll();
  const rejected = screen.getByRole('heading', { name: 'Create wallet “Wallet 13”' });
  expect(rejected.closest('li')).toHaveTextContent(/Asked by \u2068Bob\u2069 · .* · rejected$/);
  const withdrawn = screen.getByRole('heading', { name: 'Create wallet “Wallet 12”' });
  expect(withdrawn.closest('li')).toHaveTextContent(/”now · rejected$/);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  const waiting = await screen.findByRole('heading', { name: 'Create wallet “Savings”' });
  expect(waiting.closest('li')).toHaveTextContent(/ · waiting$/);
  expect(screen.getByRole('heading', { name: 'Log in with a verified contact' }).closest('li')).toHaveTextContent(
    /done$/,
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Show what’s waiting' }));
  await screen.findByRole('heading', { name: /^Waiting for you/ });
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
});

test('a row with one line of title and one of details is 72 pixels high, here and among those that wait', async () => {
  await openInbox(['Savings']);
  const heights = () => screen.getAllByRole('listitem').map((row) => row.getBoundingClientRect().height);
  await screen.findByRole('heading', { name: 'Create wallet “Savings”' });
  expect(heights()).toEqual([72]);
  await userEvent.click(screen.getByRole('button', { name: 'All activity' }));
  await screen.findByRole('heading', { name: 'Log in with a verified contact' });
  expect(new Set(heights())).toEqual(new Set([72]));
});

test('when more is shown, the focus goes to the first new entry', async () => {
  await openAll();
  screen.getByRole('button', { name: 'Show more' }).focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('listitem')[25]));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull());
  expect(document.activeElement).toBe(screen.getAllByRole('listitem')[25]);
});

test('what is shown stays when more of it cannot be loaded, and the same button tries again', async () => {
  const { kit } = await openAll();
  kit.service.failures.next('list_activities', 'unreachable', 8);
  const more = screen.getByRole('button', { name: 'Show more' });
  more.focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('alert', {}, { timeout: 60_000 });
  expect(screen.getAllByRole('listitem')).toHaveLength(25);
  expect(document.activeElement).toBe(more);
  kit.service.failures.clear();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getAllByRole('listitem').length).toBeGreaterThan(25));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('whoever logs in next sees nothing of the activity of whoever was logged in before', async () => {
  const { kit } = await openAll();
  await logout(kit.client);
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
  expect(screen.getByRole('heading', { name: /^Waiting for you/ })).toBeVisible();
  expect(screen.getByText(/^Log in to see/)).toBeVisible();
  await loginWithOtp(kit.client, await kit.receiveCode('eve@example.com'));
  await screen.findAllByRole('listitem');
  expect(screen.queryByText(/Wallet 13/)).toBeNull();
});

test('whoever approved first is not named as the requester, who has rejected meanwhile', async () => {
  const kit = await openKit();
  const session = await kit.logIn();
  const bob = await secondRoot(kit, session);
  await kit.service.service.tools.store.transaction((transaction) =>
    transaction
      .updateTable('organizations')
      .set({ root_quorum_threshold: 3 })
      .where('organization_id', '=', session.organizationId)
      .execute(),
  );
  const fingerprint = await bob.propose('Savings');
  kit.service.clock.advanceMs(60_000);
  await call(kit.client, approveActivity, { fingerprint }).catch(() => undefined); // it still waits
  await bob.reject(fingerprint);
  render(<ApprovalsInbox />, { wrapper: kit.wrapper });
  await userEvent.click(await screen.findByRole('button', { name: 'All activity' }));
  const heading = await screen.findByRole('heading', { name: 'Create wallet “Savings”' });
  expect(heading.closest('li')).toHaveTextContent(/”1 minute ago · rejected$/);
});
