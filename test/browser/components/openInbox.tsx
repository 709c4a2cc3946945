import { render } from '@testing-library/react';
import { ApprovalsInbox, type ApprovalsInboxProps } from '../../../src/components/ApprovalsInbox.js';
import { secondRoot } from '../../support/secondRoot.js';
import { openKit } from '../hooks/kit.js';
import '../../../src/components/styles.css';
import '../../../src/components/approvals.css';

/** The inbox of a user whose vote Bob has requested for these wallets. */
export async function openInbox(
  asked: readonly string[],
  { language, ...props }: ApprovalsInboxProps & { language?: string | undefined } = {},
) {
  const kit = await openKit({ language });
  const bob = await secondRoot(kit, await kit.logIn());
  for (const name of asked) await bob.propose(name);
  render(<ApprovalsInbox {...props} />, { wrapper: kit.wrapper });
  return { kit, bob };
}
