import { useSearchUsers } from 'latchkey';
import type { FoundUser } from 'latchkey/contract';
import { type ReactElement, useState } from 'react';
import { Answer } from '../parts/Answer.js';
import { Empty, Page } from '../parts/Page.js';
import { SearchForm } from '../parts/SearchForm.js';
import { Table } from '../parts/Table.js';
import { Id, named } from '../parts/texts.js';
import { go, type Place, To } from '../place.js';
import { Person } from './Person.js';

/** Finds a person by one field, and says whether they can log in. */
export default function People({ place: { rest, search } }: { readonly place: Place }): ReactElement {
  const query = search.get('q') ?? '';
  const [organizationId, userId] = rest;
  const back = query === '' ? '/people' : `/people?q=${encodeURIComponent(query)}`;
  return (
    <Page title="People">
      <Search query={query} />
      {query === '' ? <HowToSearch /> : <Found key={query} query={query} open={userId} />}
      {organizationId !== undefined && userId !== undefined && (
        <Person key={userId} organizationId={organizationId} userId={userId} back={back} />
      )}
    </Page>
  );
}

function Search({ query }: { readonly query: string }): ReactElement {
  return (
    <search>
      <SearchForm
        id="people-search"
        label="Email, phone number, name, address or id"
        asked={query}
        isPrimary
        onSearch={(typed) => go(typed === '' ? '/people' : `/people?q=${encodeURIComponent(typed)}`)}
      />
    </search>
  );
}

const HowToSearch = (): ReactElement => (
  <Empty>
    <p>
      Whole email addresses, phone numbers with their country’s code, wallet addresses and ids are found exactly; names
      by how they begin.
    </p>
  </Empty>
);

function Found({ query, open }: { readonly query: string; readonly open: string | undefined }): ReactElement {
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  return (
    <>
      {cursors.map((cursor, index) => (
        <FoundPage
          key={cursor ?? ''}
          query={query}
          cursor={cursor}
          open={open}
          onMore={index === cursors.length - 1 ? (next) => setCursors([...cursors, next]) : undefined}
        />
      ))}
    </>
  );
}

type FoundPageProps = {
  readonly query: string;
  readonly cursor: string | undefined;
  readonly open: string | undefined;
  readonly onMore: ((cursor: string) => void) | undefined;
};

function FoundPage({ query, cursor, open, onMore }: FoundPageProps): ReactElement {
  const found = useSearchUsers({ query, ...(cursor !== undefined && { cursor }) });
  return (
    <Answer of={found}>
      {({ users, cursor: next }) =>
        users.length === 0 ? (
          <Empty>
            <p role="status">{cursor === undefined ? 'Nobody is found by that.' : 'That was all.'}</p>
          </Empty>
        ) : (
          <>
            <Table columns={['Name', 'Contact', { wide: 'Found by' }, { wide: 'User id' }]}>
              {users.map((user) => (
                <FoundRow key={user.userId} user={user} query={query} isOpen={user.userId === open} />
              ))}
            </Table>
            {next !== undefined && onMore && (
              <p>
                <button type="button" onClick={() => onMore(next)}>
                  Show more
                </button>
              </p>
            )}
          </>
        )
      }
    </Answer>
  );
}

type FoundRowProps = { readonly user: FoundUser; readonly query: string; readonly isOpen: boolean };

function FoundRow({ user, query, isOpen }: FoundRowProps): ReactElement {
  const { organizationId, userId, userName, userEmail, userPhoneNumber, verifiedContacts, foundBy } = user;
  return (
    <tr aria-current={isOpen || undefined}>
      <th scope="row">
        <To path={`/people/${organizationId}/${userId}?q=${encodeURIComponent(query)}`}>{named(userName)}</To>
      </th>
      <td className="long">
        <Contact value={userEmail} isProved={verifiedContacts.includes('EMAIL')} />{' '}
        <Contact value={userPhoneNumber} isProved={verifiedContacts.includes('PHONE_NUMBER')} />
      </td>
      <td className="wide">{foundByWords[foundBy]}</td>
      <td className="wide">
        <Id value={userId} name={`user id of ${userName}`} />
      </td>
    </tr>
  );
}

const foundByWords: Readonly<Record<FoundUser['foundBy'], string>> = {
  USER_ID: 'User id',
  ORGANIZATION_ID: 'Organization id',
  EMAIL: 'Email',
  PHONE_NUMBER: 'Phone number',
  CREDENTIAL_ID: 'Passkey',
  PUBLIC_KEY: 'Public key',
  WALLET_ACCOUNT_ADDRESS: 'Address',
  USER_NAME: 'Name',
};

type ContactProps = { readonly value: string | undefined; readonly isProved: boolean };

/** A contact, and whether its holder has shown that it is theirs. */
export const Contact = ({ value, isProved }: ContactProps): ReactElement | null =>
  value === undefined || value === '' ? null : (
    <span>
      {value} <span className={`chip ${isProved ? 'good' : 'warn'}`}>{isProved ? 'Proved' : 'Not proved'}</span>
    </span>
  );
