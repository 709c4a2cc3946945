import {
  useDeleteOauth2Credential,
  useDeleteSmartContractInterface,
  useListOauth2Credentials,
  useListSmartContractInterfaces,
  useListTvcApps,
} from 'latchkey';
import type { Oauth2Credential, SmartContractInterface } from 'latchkey/contract';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Answer } from '../../parts/Answer.js';
import { Ask } from '../../parts/Ask.js';
import { Part } from '../../parts/Page.js';
import { Table } from '../../parts/Table.js';
import { Id, timeOf, When } from '../../parts/texts.js';
import { NewOauth2Credential, oauth2Providers } from './NewOauth2Credential.js';

/** The organization's apps at X and Discord. */
export function Oauth2Credentials(): ReactElement {
  const list = useListOauth2Credentials({});
  const [asked, setAsked] = useState<Oauth2Credential>();
  const remove = useDeleteOauth2Credential({
    async onSuccess() {
      await list.refetch({ cancelRefetch: false });
      setAsked(undefined);
    },
  });
  const name = asked && oauth2Providers[asked.provider];
  return (
    <Part title="OAuth 2.0 credentials">
      <Answer of={list}>
        {({ oauth2Credentials: found }) => (
          <Rows
            none="None. People log in by X or Discord once a client id and secret of your app there are added."
            columns={['Provider', 'Client id', 'Created', '']}
          >
            {found.map((each) => (
              <tr key={each.oauth2CredentialId}>
                <th scope="row">{oauth2Providers[each.provider]}</th>
                <td>
                  <Id value={each.clientId} name="the client id" />
                </td>
                <td>
                  <When at={timeOf(each.createdAt)} />
                </td>
                <td>
                  <Delete
                    name={`${oauth2Providers[each.provider]} ${each.clientId}`}
                    onClick={() => {
                      remove.reset();
                      setAsked(each);
                    }}
                  />
                </td>
              </tr>
            ))}
          </Rows>
        )}
      </Answer>
      <NewOauth2Credential refresh={() => list.refetch({ cancelRefetch: false })} />
      {asked && (
        <Ask
          title={`Delete the credential of ${name}?`}
          action="Delete"
          isBusy={remove.isPending}
          error={remove.error}
          onYes={() => remove.mutate({ oauth2CredentialId: asked.oauth2CredentialId })}
          onNo={() => setAsked(undefined)}
        >
          <p>People who log in by {name} with this app will not get in. Its client secret is deleted, too.</p>
          <p>Whoever is logged in stays logged in.</p>
        </Ask>
      )}
    </Part>
  );
}

const chains: Readonly<Record<string, string>> = {
  SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM: 'Ethereum',
  SMART_CONTRACT_INTERFACE_TYPE_SOLANA: 'Solana',
};

/** The contracts whose calls policies can read. */
export function Contracts(): ReactElement {
  const list = useListSmartContractInterfaces({});
  const [asked, setAsked] = useState<SmartContractInterface>();
  const remove = useDeleteSmartContractInterface({
    async onSuccess() {
      await list.refetch({ cancelRefetch: false });
      setAsked(undefined);
    },
  });
  return (
    <Part title="Smart contract interfaces">
      <Answer of={list}>
        {({ smartContractInterfaces: found }) => (
          <Rows
            none="None. With a contract’s interface policies can read what a call of it does."
            columns={['Name', 'Address', 'Kind', 'Uploaded', '']}
          >
            {found.map((each) => (
              <tr key={each.smartContractInterfaceId}>
                <th scope="row">
                  <bdi>{each.label}</bdi>
                  {each.notes !== '' && (
                    <p className="hint">
                      <bdi>{each.notes}</bdi>
                    </p>
                  )}
                </th>
                <td>
                  <Id value={each.smartContractAddress} name={`the address of ${each.label}`} />
                </td>
                <td>{chains[each.type] ?? each.type}</td>
                <td>
                  <When at={timeOf(each.createdAt)} />
                </td>
                <td>
                  <Delete
                    name={each.label}
                    onClick={() => {
                      remove.reset();
                      setAsked(each);
                    }}
                  />
                </td>
              </tr>
            ))}
          </Rows>
        )}
      </Answer>
      {asked && (
        <Ask
          title={
            <>
              Delete <bdi>{asked.label}</bdi>?
            </>
          }
          action="Delete"
          isBusy={remove.isPending}
          error={remove.error}
          onYes={() => remove.mutate({ smartContractInterfaceId: asked.smartContractInterfaceId })}
          onNo={() => setAsked(undefined)}
        >
          <p>
            Policies will no longer read calls of this contract: one that asks for their arguments decides otherwise.
          </p>
        </Ask>
      )}
    </Part>
  );
}

/** The organization's apps of Turnkey Verifiable Cloud. */
export function TvcApps(): ReactElement {
  const list = useListTvcApps({});
  return (
    <Part title="TVC apps">
      <Answer of={list}>
        {({ tvcApps }) => (
          <Rows none="None." columns={['Name', 'Id', 'Live deployment', 'Created']}>
            {tvcApps.map(({ id, name, liveDeploymentId, createdAt }) => (
              <tr key={id}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td>
                  <Id value={id} name={`the id of ${name}`} />
                </td>
                <td>
                  {liveDeploymentId ? (
                    <Id value={liveDeploymentId} name={`the live deployment of ${name}`} />
                  ) : (
                    <span className="soft">none</span>
                  )}
                </td>
                <td>
                  <When at={timeOf(createdAt)} />
                </td>
              </tr>
            ))}
          </Rows>
        )}
      </Answer>
    </Part>
  );
}

type RowsProps = {
  /** What stands there without a row. */
  readonly none: string;
  readonly columns: readonly string[];
  readonly children: readonly ReactNode[];
};

function Rows({ none, columns, children }: RowsProps): ReactElement {
  if (children.length === 0) return <p className="soft">{none}</p>;
  return <Table columns={columns}>{children}</Table>;
}

const Delete = ({ name, onClick }: { readonly name: string; readonly onClick: () => void }): ReactElement => (
  <button type="button" className="danger" aria-label={`Delete ${name}`} onClick={onClick}>
    Delete
  </button>
);
