import { useCreateApiKeys, useDeleteApiKeys, useDeleteAuthenticators, useDeleteUsers, useListUsers } from 'latchkey';
import type { ApiKey, User } from 'latchkey/contract';
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { Answer } from '../parts/Answer.js';
import { Confirmed } from '../parts/Confirmed.js';
import { useFresh } from '../parts/fresh.js';
import { endOf, isApiKey, isOver } from '../parts/keys.js';
import { Part } from '../parts/Page.js';
import { Refusal } from '../parts/Refusal.js';
import { Sheet } from '../parts/Sheet.js';
import { SubmitRow } from '../parts/SubmitRow.js';
import { Id, named, timeOf, When } from '../parts/texts.js';
import { go, To } from '../place.js';

/** A member of the team, and the credentials by which they act. */
export function Member({ userId }: { readonly userId: string }): ReactElement {
  // The list beside it has asked already.
  const found = useListUsers({}, { select: ({ users }) => ({ user: users.find((each) => each.userId === userId) }) });
  const name = found.data?.user?.userName;
  return (
    <Sheet title={name === undefined ? 'Member' : named(name)} back="/team">
      <Answer of={found}>
        {({ user }) => (user ? <Facts user={user} /> : <p role="alert">There is no such member.</p>)}
      </Answer>
    </Sheet>
  );
}

/** Since when there is a user, and their id: rows of a list of facts. */
export function SinceAndId({ user: { createdAt, userId } }: { readonly user: User }): ReactElement {
  return (
    <>
      <dt>Since</dt>
      <dd>
        <When at={timeOf(createdAt)} />
      </dd>
      <dt>User id</dt>
      <dd>
        <Id value={userId} name="user id" />
      </dd>
    </>
  );
}

function Facts({ user }: { readonly user: User }): ReactElement {
  return (
    <>
      <dl className="facts">
        <dt>Email</dt>
        <dd>{user.userEmail ?? 'None'}</dd>
        <SinceAndId user={user} />
        <dt>Activity</dt>
        <dd>
          <To path={`/activity?by=${user.userId}`}>All they asked for</To>
        </dd>
      </dl>
      <Passkeys user={user} />
      <ApiKeys user={user} />
      <Removal user={user} />
    </>
  );
}

function Passkeys({ user: { userId, userName, authenticators } }: { readonly user: User }): ReactElement {
  const remove = useDeleteAuthenticators(useFresh());
  return (
    <Part title="Passkeys">
      {authenticators.length === 0 && <p className="soft">None.</p>}
      <ul className="rows">
        {authenticators.map(({ authenticatorId, authenticatorName, createdAt }) => (
          <li key={authenticatorId}>
            <span>
              {authenticatorName}
              <br />
              <span className="soft">
                Added <When at={timeOf(createdAt)} />
              </span>
            </span>
            <Confirmed
              label={`Remove ${authenticatorName}`}
              question={`Remove “${authenticatorName}”? ${userName} cannot log in by it any more.`}
              confirm="Remove"
              isPending={remove.isPending}
              onConfirm={() => remove.mutate({ userId, authenticatorIds: [authenticatorId] })}
            />
          </li>
        ))}
      </ul>
      {remove.error && <Refusal error={remove.error} />}
    </Part>
  );
}

function ApiKeys({ user: { userId, userName, apiKeys } }: { readonly user: User }): ReactElement {
  const remove = useDeleteApiKeys(useFresh());
  return (
    <Part title="API keys and sessions">
      {apiKeys.length === 0 && <p className="soft">None.</p>}
      <ul className="rows">
        {apiKeys.map((key) => (
          <li key={key.apiKeyId}>
            <span>
              {key.apiKeyName} <Id value={key.credential.publicKey} name={`public key of ${key.apiKeyName}`} />
              <br />
              <span className="soft">
                <Life of={key} />
              </span>
            </span>
            <Confirmed
              label={`Remove ${key.apiKeyName}`}
              question={`Remove “${key.apiKeyName}”? Whatever acts as ${userName} by it stops working at once.`}
              confirm="Remove"
              isPending={remove.isPending}
              onConfirm={() => remove.mutate({ userId, apiKeyIds: [key.apiKeyId] })}
            />
          </li>
        ))}
      </ul>
      {remove.error && <Refusal error={remove.error} />}
      <NewApiKey userId={userId} />
    </Part>
  );
}

/** What a key is, and until when. */
export function Life({ of }: { readonly of: ApiKey }): ReactElement {
  const kind = isApiKey(of) ? 'API key' : 'Session';
  const end = endOf(of);
  if (end === undefined) return <>{kind}, does not expire</>;
  return (
    <>
      {kind}, {isOver(of) ? 'ended' : 'until'} <When at={end} />
    </>
  );
}

const lives = { '': 'Does not expire', 86400: 'A day', 2592000: '30 days', 31536000: 'A year' } as const;

function NewApiKey({ userId }: { readonly userId: string }): ReactElement {
  const create = useCreateApiKeys(useFresh());
  const id = useId();
  const [apiKeyName, setName] = useState('');
  const [publicKey, setPublicKey] = useState('');
  const [expirationSeconds, setLife] = useState('2592000');
  const add = (event: FormEvent) => {
    event.preventDefault();
    const key = {
      apiKeyName: apiKeyName.trim(),
      publicKey: publicKey.trim(),
      curveType: 'API_KEY_CURVE_P256' as const,
      ...(expirationSeconds && { expirationSeconds }),
    };
    create.mutate({ userId, apiKeys: [key] }, { onSuccess: () => [setName, setPublicKey].map((clear) => clear('')) });
  };
  return (
    <details>
      <summary>Add an API key</summary>
      <form className="form" onSubmit={add}>
        <p className="hint">Make the key pair where it is used; its private half stays there.</p>
        <div className="field">
          <label htmlFor={`${id}-name`}>Name</label>
          <input id={`${id}-name`} required value={apiKeyName} onChange={({ target }) => setName(target.value)} />
        </div>
        <div className="field">
          <label htmlFor={`${id}-key`}>Public key (P-256, 66 hex digits)</label>
          <input
            id={`${id}-key`}
            required
            pattern="\s*0[23][0-9a-fA-F]{64}\s*"
            title="66 hex digits that begin with 02 or 03"
            autoComplete="off"
            spellCheck={false}
            value={publicKey}
            onChange={({ target }) => setPublicKey(target.value)}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}-life`}>Expires</label>
          <select id={`${id}-life`} value={expirationSeconds} onChange={({ target }) => setLife(target.value)}>
            {Object.entries(lives).map(([seconds, words]) => (
              <option key={seconds} value={seconds}>
                {words}
              </option>
            ))}
          </select>
        </div>
        <SubmitRow label="Add API key" isDisabled={create.isPending} note={create.isSuccess ? 'Added.' : ''} />
        {create.error && <Refusal error={create.error} />}
      </form>
    </details>
  );
}

function Removal({ user: { userId, userName } }: { readonly user: User }): ReactElement {
  const remove = useDeleteUsers(useFresh());
  return (
    <div className="actions">
      <Confirmed
        label={`Remove ${userName} from the team`}
        question={`Remove ${userName}, with every passkey and key of theirs? What they asked for and others have not approved yet is withdrawn.`}
        confirm="Remove"
        isPending={remove.isPending}
        onConfirm={() => remove.mutate({ userIds: [userId] }, { onSuccess: () => go('/team') })}
      >
        {`Remove ${userName} from the team`}
      </Confirmed>
      {remove.error && <Refusal error={remove.error} />}
    </div>
  );
}
