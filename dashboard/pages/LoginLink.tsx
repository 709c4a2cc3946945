import { useGetAuthProxyConfig, useGetUser, useSendLoginLink } from 'latchkey';
import type { ReactElement } from 'react';
import { Outcome } from '../parts/Outcome.js';
import { Part } from '../parts/Page.js';
import { To } from '../place.js';

type Ids = { readonly organizationId: string; readonly userId: string };

const pages = [
  { page: 'LOGIN', url: 'loginUrl', name: 'Send login page', sent: 'Sent: the login page.' },
  { page: 'RECOVERY', url: 'recoveryUrl', name: 'Send recovery page', sent: 'Sent: the recovery page.' },
] as const;

/** Mails a person the app's page where they get in, to their proved address. */
export function LoginLink({ organizationId, userId }: Ids): ReactElement | null {
  const { data: config } = useGetAuthProxyConfig({}, { select: ({ authProxyConfig }) => authProxyConfig });
  const { data: email } = useGetUser(
    { organizationId, userId },
    { select: ({ user, verifiedContacts = [] }) => (verifiedContacts.includes('EMAIL') ? user.userEmail : undefined) },
  );
  const send = useSendLoginLink();
  if (!email) return null;
  const set = pages.filter(({ url }) => config?.[url]);
  const sent = pages.find(({ page }) => page === send.variables?.page)?.sent;
  return (
    <Part title="Help them in">
      {set.length === 0 ? (
        <p className="soft">
          Name your app’s login page under <To path="/login">Login</To>, and you can email it to them from here.
        </p>
      ) : (
        <>
          <p className="soft">
            An email to <bdi>{email}</bdi> with a link to your app’s page. The link alone lets nobody in.
          </p>
          <div className="actions">
            {set.map(({ page, name }) => (
              <button
                key={page}
                type="button"
                disabled={send.isPending}
                onClick={() => send.mutate({ subOrganizationId: organizationId, userId, page })}
              >
                {name}
              </button>
            ))}
          </div>
          <p role="status" className="hint">
            {send.isSuccess && sent}
          </p>
          <Outcome error={send.error} />
        </>
      )}
    </Part>
  );
}
