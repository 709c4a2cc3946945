import { useListUsers } from 'latchkey';
import type { User, Vote } from 'latchkey/contract';
import type { ReactElement } from 'react';
import { isApiKey } from '../../parts/keys.js';
import { Id } from '../../parts/texts.js';

/** Finds the users of an organization by their ids. */
export function usePeople(organizationId: string | undefined): (userId: string) => User | undefined {
  const { data } = useListUsers({ organizationId });
  return (userId) => data?.users.find((user) => user.userId === userId);
}

type ByProps = { readonly vote: Vote | undefined; readonly people: (userId: string) => User | undefined };

/** Who acted: the name, or the id where the user is gone. What nobody asked for, the service did. */
export function By({ vote, people }: ByProps): ReactElement {
  if (!vote) return <>The service</>;
  const name = (people(vote.userId) ?? vote.user)?.userName;
  return name === undefined ? <Id value={vote.userId} name="the user’s id" /> : <bdi>{name}</bdi>;
}

/** What it was stamped with. */
export function Credential({ vote, people }: { readonly vote: Vote } & Pick<ByProps, 'people'>): ReactElement {
  const found = credentialOf(people(vote.userId) ?? vote.user, vote.publicKey);
  if (!found)
    return (
      <>
        A key that is gone: <Id value={vote.publicKey} name="the public key" />
      </>
    );
  return (
    <>
      {found.name.startsWith(found.kind) ? '' : `${found.kind} `}
      <bdi>{found.name}</bdi> <Id value={vote.publicKey} name="the public key" />
    </>
  );
}

function credentialOf(user: User | undefined, publicKey: string): { kind: string; name: string } | undefined {
  const passkey = user?.authenticators.find(({ credential }) => credential.publicKey === publicKey);
  if (passkey) return { kind: 'Passkey', name: passkey.authenticatorName };
  const key = user?.apiKeys.find(({ credential }) => credential.publicKey === publicKey);
  return key && { kind: isApiKey(key) ? 'API key' : 'Session', name: key.apiKeyName };
}
