import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { call } from '../../../src/client/call.js';
import { ApprovalsInbox } from '../../../src/components/ApprovalsInbox.js';
import { createPolicy } from '../../../src/contract/policies.js';
import { secondRoot } from '../../support/secondRoot.js';
import { openKit } from '../hooks/kit.js';
import { openInbox } from './openInbox.js';
import '../../../src/components/styles.css';
import '../../../src/components/approvals.css';

test('the keyboard alone reads, approves and rejects, and the focus is never lost', async () => {
  await openInbox(['Savings', 'Payroll']);
  await screen.findByRole('heading', { name: 'Create wallet “Payroll”' });
  await userEvent.tab();
  expect(document.activeElement?.tagName).toBe('SUMMARY');
  await userEvent.tab();
  expect(document.activeElement).toHaveTextContent('Reject');
  await userEvent.tab();
  expect(document.activeElement).toHaveTextContent('Approve');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Approved.'));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: /^Waiting for you/ }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Rejected.'));
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
});

test('a request is decided once, however often the button is pressed', async () => {
  const { kit } = await openInbox(['Savings']);
  const approve = await screen.findByRole('button', { name: 'Approve' });
  let answer = () => {};
  kit.service.failures.next('approve_activity', { until: new Promise<void>((resolve) => (answer = resolve)) });
  await userEvent.dblClick(approve);
  await userEvent.click(screen.getByRole('button', { name: 'Reject' }));
  answer();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Approved.'));
});

test('the request’s parameters are rendered as text, whatever they contain', async () => {
  await openInbox(['<img src=x onerror=alert(1)>']);
  const card = await screen.findByRole('listitem');
  expect(within(card).getByRole('heading')).toHaveTextContent('Create wallet “<img src=x onerror=alert(1)>”');
  expect(card.querySelector('img')).toBeNull();
});

test('a service that does not answer is reported, and the button sends the request again', async () => {
  const kit = await openKit();
  await secondRoot(kit, await kit.logIn());
  kit.service.failures.next('list_activities', 'unreachable', 3);
  render(<ApprovalsInbox />, { wrapper: kit.wrapper });
  expect(await screen.findByRole('alert', {}, { timeout: 5_000 })).toHaveTextContent(/Can’t connect/);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Nothing is waiting for you.'));
});

test('shows how many approvals are needed if only the root quorum decides', async () => {
  await openInbox(['Savings']);
  expect(await screen.findByText(/· 1 of 2 approvals · expires/)).toBeVisible();
});

test('shows how many approvals there are if a policy may decide, too', async () => {
  const kit = await openKit();
  const session = await kit.logIn();
  const policy = { policyName: 'Bob signs', effect: 'EFFECT_ALLOW', condition: 'true', notes: '' } as const;
  await call(kit.client, createPolicy, { ...policy, consensus: `approvers.any(user, user.id == '${session.userId}')` });
  const bob = await secondRoot(kit, session);
  await bob.propose('Savings').catch(() => undefined);
  render(<ApprovalsInbox />, { wrapper: kit.wrapper });
  expect(await screen.findByText(/· 1 approval so far · expires/)).toBeVisible();
});
