import { useGetAuthProxyConfig } from 'latchkey';
import { type ReactElement, useContext } from 'react';
import type { Service } from '../../operator.js';
import { Part } from '../../parts/Page.js';
import { ServiceContext } from '../../parts/service.js';
import { Copy, Id } from '../../parts/texts.js';

/** Ids and keys, and the settings of a page that has them all. Nothing of it is secret. */
export function Keys(): ReactElement {
  const service = useContext(ServiceContext);
  const { data } = useGetAuthProxyConfig({});
  // Enabled since this page was loaded, perhaps.
  const authProxyConfigId = data?.authProxyConfig.authProxyConfigId ?? service.authProxyConfigId;
  const snippet = snippetOf({ ...service, authProxyConfigId });
  return (
    <Part title="Ids and keys">
      <div className="panel">
        <p className="hint">Public, all of it: it may stand in an app’s source.</p>
        <dl className="facts">
          <Fact name="Organization id" value={service.organizationId} />
          {authProxyConfigId === null ? (
            <>
              <dt>Auth proxy configuration id</dt>
              <dd className="soft">There is no auth proxy yet.</dd>
            </>
          ) : (
            <Fact name="Auth proxy configuration id" value={authProxyConfigId} />
          )}
          {trustNames.map(([member, name]) => (
            <Fact key={member} name={name} value={service.trust[member]} />
          ))}
        </dl>
        <div className="page-title">
          <h3>In your app</h3>
          <Copy value={snippet} name="the settings" />
        </div>
        <pre className="raw whole">
          <code>{snippet}</code>
        </pre>
      </div>
    </Part>
  );
}

const trustNames = [
  ['signerPublicKey', 'Signer’s public key'],
  ['notarizerPublicKey', 'Notarizer’s public key'],
  ['tlsFetcherSignPublicKey', 'Public key of verification tokens'],
  ['tlsFetcherEncryptPublicKey', 'Public key that codes are sealed to'],
] as const;

function Fact({ name, value }: { readonly name: string; readonly value: string }): ReactElement {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <Id value={value} name={name} />
      </dd>
    </>
  );
}

/** As it stands in an app. A service in production answers elsewhere than its dashboard. */
function snippetOf({ authProxyConfigId, trust, environment }: Service): string {
  const authProxyUrl = environment === 'development' ? window.location.origin : 'https://auth.example.com';
  const settings = { authProxyUrl, authProxyConfigId: authProxyConfigId ?? '…', trust };
  const text = JSON.stringify(settings, null, 2).replace(/^(\s*)"(\w+)":/gm, '$1$2:');
  return `<LatchkeyProvider\n  settings={${`{${text.slice(1)}`.replaceAll('\n', '\n  ')}}\n>`;
}
