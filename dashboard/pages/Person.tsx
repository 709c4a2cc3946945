import { useGetLoginState, useGetUser, useListActivities, useListWalletAccounts } from 'latchkey';
import type { Activity, GetLoginStateResponse, LoginMethod } from 'latchkey/contract';
import { type ReactElement, useContext } from 'react';
import { Answer } from '../parts/Answer.js';
import { states, typeWords } from '../parts/activityWords.js';
import { methodName, reasonText } from '../parts/loginWords.js';
import { Part } from '../parts/Page.js';
import { Sheet } from '../parts/Sheet.js';
import { Subject } from '../parts/Subject.js';
import { ServiceContext } from '../parts/service.js';
import { Id, named, timeOf, When } from '../parts/texts.js';
import { To } from '../place.js';
import { LoginLink } from './LoginLink.js';
import { Life, SinceAndId } from './Member.js';
import { MessagesTo } from './messages/Sent.js';
import { Contact } from './People.js';
import { Suspend, Suspended } from './Suspension.js';

type Ids = { readonly organizationId: string; readonly userId: string };

/** A person: first of all, can they log in now? */
export function Person({ organizationId, userId, back }: Ids & { readonly back: string }): ReactElement {
  const ids = { organizationId, userId };
  const { organizationId: own } = useContext(ServiceContext);
  const { data: name } = useGetUser(ids, { select: ({ user }) => named(user.userName) });
  return (
    <Sheet title={name ?? 'Person'} back={back}>
      {organizationId !== own && <Suspended {...ids} />}
      <LoginState {...ids} />
      {organizationId !== own && <LoginLink {...ids} />}
      <Account {...ids} />
      {organizationId === own ? (
        <p>
          A member of your team: <To path={`/team/${userId}`}>open them under Team</To>
        </p>
      ) : (
        <>
          <Addresses organizationId={organizationId} />
          <Newest organizationId={organizationId} />
          <Messages {...ids} />
          <Suspend {...ids} />
          <p className="soft">
            Only whoever can log in to this account can sign with its wallets, export them or add a passkey. You cannot.
          </p>
        </>
      )}
    </Sheet>
  );
}

function LoginState(ids: Ids): ReactElement {
  const state = useGetLoginState(ids);
  return (
    <Answer of={state}>
      {({ canLogIn, suspended, mayWait, refusedOrigins = [], methods, refusals }) => (
        <>
          <div className={canLogIn ? 'panel' : 'panel warning'}>
            <h3>
              {canLogIn ? 'Can log in now' : 'Cannot log in now'}
              {canLogIn && suspended && ', to look and export only'}
              {canLogIn && refusedOrigins.length > 0 && ', but not on every page'}
            </h3>
            {refusedOrigins.length > 0 && <RefusedOrigins of={refusedOrigins} />}
            <ul className="methods">
              {methods.map((method, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two identities of one provider have one name, and none is ever moved
                <Method key={`${method.method} ${index}`} of={method} />
              ))}
            </ul>
            {mayWait && <p className="hint">Strangers or another device may have to wait.</p>}
          </div>
          {refusals.length > 0 && (
            <details>
              <summary>{`Last refused logins (${refusals.length})`}</summary>
              <ol className="timeline">
                {refusals.map(({ method, code, step, by, at }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: several of one second may be equal
                  <li key={`${timeOf(at)} ${index}`}>
                    <code>{code}</code> at {step} ({methodName({ method })}), by{' '}
                    {by === 'OWN_DEVICE' ? 'their own device' : 'a stranger or a new device'} · <When at={timeOf(at)} />
                  </li>
                ))}
              </ol>
            </details>
          )}
        </>
      )}
    </Answer>
  );
}

type RefusedOrigin = NonNullable<GetLoginStateResponse['refusedOrigins']>[number];

/** Where they may have tried: a page is refused before anybody looks who is on it. */
function RefusedOrigins({ of }: { readonly of: readonly RefusedOrigin[] }): ReactElement {
  return (
    <>
      <p>
        Pages of these origins may not ask for logins, whoever is on them. Anybody can send such a request under any
        name: add only what is yours, under <To path="/login">Login</To>.
      </p>
      <ul className="origins">
        {of.map(({ origin, at }) => (
          <li key={origin}>
            <bdi>{origin}</bdi>, last refused <When at={timeOf(at)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Method({ of }: { readonly of: LoginMethod }): ReactElement {
  const { canLogIn, reasons, codes } = of;
  return (
    <li>
      <p>
        <strong>{methodName(of)}</strong>{' '}
        <span className={`chip ${canLogIn ? 'good' : ''}`}>{canLogIn ? 'Works' : 'Does not work'}</span>
      </p>
      {reasons.map((reason) => (
        <p key={`${reason.code} ${reason.concerns}`}>{reasonText(reason)}</p>
      ))}
      {codes?.lastCode && (
        <p className="hint">
          Last code: <When at={timeOf(codes.lastCode.sentAt)} />, {codeStates[codes.lastCode.state]}.{' '}
          {deliveries[codes.lastCode.delivery]}
        </p>
      )}
    </li>
  );
}

type LastCode = NonNullable<NonNullable<LoginMethod['codes']>['lastCode']>;

const codeStates: Readonly<Record<LastCode['state'], string>> = {
  LIVE: 'can be typed',
  USED: 'was used',
  EXPIRED: 'has expired',
  REPLACED: 'a newer one replaced it',
  TRIES_USED_UP: 'all its tries were wrong',
};

const deliveries: Readonly<Record<LastCode['delivery'], string>> = {
  WAITING: 'Its message waits to be sent.',
  TRIED: 'Its message could not be sent yet and is tried again.',
  LEFT: 'Its message was sent, or given up: the service’s log says which.',
};

function Account({ organizationId, userId }: Ids): ReactElement {
  const found = useGetUser({ organizationId, userId });
  return (
    <Answer of={found}>
      {({ user, verifiedContacts = [] }) => (
        <Part title="Account">
          <dl className="facts">
            <dt>Email</dt>
            <dd>
              <Contact value={user.userEmail} isProved={verifiedContacts.includes('EMAIL')} />
              {!user.userEmail && 'None'}
            </dd>
            <dt>Phone</dt>
            <dd>
              <Contact value={user.userPhoneNumber} isProved={verifiedContacts.includes('PHONE_NUMBER')} />
              {!user.userPhoneNumber && 'None'}
            </dd>
            <dt>Passkeys</dt>
            <dd>{listed(user.authenticators.map(({ authenticatorName }) => authenticatorName))}</dd>
            <dt>Providers</dt>
            <dd>{listed(user.oauthProviders.map(({ providerName }) => providerName))}</dd>
            <dt>Sessions and keys</dt>
            <dd>
              {user.apiKeys.length === 0 && 'None'}
              <ul>
                {user.apiKeys.map((key) => (
                  <li key={key.apiKeyId}>
                    <Life of={key} />
                  </li>
                ))}
              </ul>
            </dd>
            <SinceAndId user={user} />
            <dt>Organization</dt>
            <dd>
              <Id value={organizationId} name="organization id" />
            </dd>
          </dl>
        </Part>
      )}
    </Answer>
  );
}

const listed = (names: readonly string[]): string => (names.length === 0 ? 'None' : names.join(', '));

/** The first ten are enough to tell a wallet by. */
const most = 10;

function Addresses({ organizationId }: { readonly organizationId: string }): ReactElement {
  const accounts = useListWalletAccounts({ organizationId, paginationOptions: { limit: String(most) } });
  return (
    <Part title="Wallets">
      <Answer of={accounts}>
        {({ accounts: found }) =>
          found.length === 0 ? (
            <p className="soft">No addresses.</p>
          ) : (
            <>
              <ul className="rows">
                {found.map(({ walletAccountId, address, addressFormat }) => (
                  <li key={walletAccountId}>
                    <span className="soft">{addressFormat.replace('ADDRESS_FORMAT_', '').toLowerCase()}</span>{' '}
                    <Id value={address} name="address" />
                  </li>
                ))}
              </ul>
              {found.length === most && <p className="hint">There may be more addresses.</p>}
            </>
          )
        }
      </Answer>
    </Part>
  );
}

/** To their email address, or else their phone number: to one that is proved, since another's messages are none of theirs. */
function Messages(ids: Ids): ReactElement | null {
  const { data: contact } = useGetUser(ids, {
    select: ({ user, verifiedContacts = [] }) =>
      (verifiedContacts.includes('EMAIL') && user.userEmail) ||
      (verifiedContacts.includes('PHONE_NUMBER') && user.userPhoneNumber),
  });
  if (!contact) return null;
  return (
    <Part title="Messages">
      <MessagesTo contact={contact} />
    </Part>
  );
}

function Newest({ organizationId }: { readonly organizationId: string }): ReactElement {
  const found = useListActivities({ organizationId, paginationOptions: { limit: '5' } });
  return (
    <Part title="Activity">
      <Answer of={found}>
        {({ activities }) => (
          <>
            {activities.length === 0 && <p className="soft">None yet.</p>}
            <ol className="timeline">
              {activities.map((activity) => (
                <Done key={activity.id} activity={activity} organizationId={organizationId} />
              ))}
            </ol>
            {activities.length > 0 && (
              <p>
                <To path={`/activity?organization=${organizationId}`}>All activity of this account</To>
              </p>
            )}
          </>
        )}
      </Answer>
    </Part>
  );
}

function Done({
  activity,
  organizationId,
}: {
  readonly activity: Activity;
  readonly organizationId: string;
}): ReactElement {
  const { id, type, status, createdAt } = activity;
  const { words, look } = states[status];
  return (
    <li>
      <To path={`/activity/${id}?organization=${organizationId}`}>{typeWords(type)}</To> <Subject activity={activity} />{' '}
      <span className={`chip ${look}`}>{words}</span>
      <br />
      <span className="soft">
        <When at={timeOf(createdAt)} />
      </span>
    </li>
  );
}
