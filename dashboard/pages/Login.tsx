import { useGetAuthProxyConfig, useListOauth2Credentials } from 'latchkey';
import type { Oauth2Credential } from 'latchkey/contract';
import type { ReactElement } from 'react';
import { Answer } from '../parts/Answer.js';
import { Page } from '../parts/Page.js';
import { Caps, Captcha, SmsCountries } from './login/limits.js';
import { Messages } from './login/Messages.js';
import { NoProxy, OnOff } from './login/OnOff.js';
import { Pages } from './login/Pages.js';
import { Providers } from './login/Providers.js';
import { TestLogin, testedProviders } from './login/TestLogin.js';
import { Codes, Sessions } from './login/times.js';
import { useLately } from './login/usage.js';
import { Methods, Origins } from './login/ways.js';

const appsOf = (credentials: readonly Oauth2Credential[] = []) => {
  const providers = new Set(credentials.map(({ provider }) => provider));
  return [
    ...(providers.has('OAUTH2_PROVIDER_X') ? [{ id: 'x', label: 'X' }] : []),
    ...(providers.has('OAUTH2_PROVIDER_DISCORD') ? [{ id: 'discord', label: 'Discord' }] : []),
  ];
};

/** How people log in: the auth proxy's configuration. */
export default function Login(): ReactElement {
  const config = useGetAuthProxyConfig({});
  const { data: apps } = useListOauth2Credentials({});
  const lately = useLately();
  const hasApps = (apps?.oauth2Credentials.length ?? 0) > 0;
  const refresh = () => config.refetch({ cancelRefetch: false });
  const isMissing = config.data === undefined && config.error?.code === 'PROXY_CONFIG_NOT_FOUND';
  return (
    <Page title="Login">
      {isMissing ? (
        <NoProxy />
      ) : (
        <Answer of={config}>
          {({ authProxyConfig }) => {
            const given = { config: authProxyConfig, hasApps, lately, refresh };
            return (
              <>
                <OnOff given={given} />
                <Methods given={given} />
                <Origins given={given} />
                <Sessions given={given} />
                <Codes given={given} />
                <Providers given={given} />
                <TestLogin
                  providers={testedProviders(authProxyConfig, appsOf(apps?.oauth2Credentials))}
                  isOn={authProxyConfig.enabled}
                />
                <Messages given={given} />
                <Pages given={given} />
                <Captcha given={given} />
                <SmsCountries given={given} />
                <Caps given={given} />
              </>
            );
          }}
        </Answer>
      )}
    </Page>
  );
}
