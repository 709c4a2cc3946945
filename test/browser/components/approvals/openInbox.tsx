import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { ApprovalsInbox } from '../../../../src/components/approvals/ApprovalsInbox.js';
import type { ApprovalsInboxProps } from '../../../../src/components/approvals/approvalsInboxProps.js';
import { proposeAll } from '../../../support/secondRoot.js';
import { openKit } from '../../hooks/kit.js';
import '../../../../src/components/styles.css';
import '../../../../src/components/approvals/approvals.css';

/** The inbox of a user whose vote Bob has requested for these wallets. */
export async function openInbox(
  asked: readonly string[],
  { language, ...props }: ApprovalsInboxProps & { language?: string | undefined } = {},
) {
  const kit = await openKit({ language });
  const { bob } = await proposeAll(kit, await kit.logIn(), asked, () => kit.service.clock.advanceMs(1));
  render(<ApprovalsInbox {...props} />, { wrapper: kit.wrapper });
  return { kit, bob };
}

/** Opens the card of the first row with this title, by keyboard, so that nothing is scrolled. @returns the card's dialog */
export async function openCard(title: string | RegExp = /./): Promise<HTMLElement> {
  const heading = (await screen.findAllByRole('heading', { name: title, level: 3 }))[0] as HTMLElement;
  within(heading).getByRole('button').focus();
  await userEvent.keyboard('{Enter}');
  return screen.findByRole('dialog');
}

/** Approves what a card is about, once it can be. */
export async function approve(card: HTMLElement): Promise<void> {
  const button = within(card).getByRole('button', { name: /^Approve: / });
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
  await userEvent.click(button);
}
