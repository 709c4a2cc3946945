import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { LatchkeyProvider, turnstileToken, useLatchkey, useSession, useSessionExpiry } from 'latchkey';
import { lazy, type ReactElement, Suspense, useEffect, useRef, useState } from 'react';
import { LogIn } from './LogIn.js';
import {
  invitationIn,
  isEnrolling,
  isInvitationPage,
  logInByToken,
  type Service,
  settingsOf,
  takeToken,
  toDashboard,
  toInvitation,
} from './operator.js';
import { ServiceContext } from './parts/service.js';
import { Shell } from './Shell.js';

const Invited = lazy(async () => ({ default: (await import('./Invited.js')).Invited }));
const Enroll = lazy(async () => ({ default: (await import('./Enroll.js')).Enroll }));
const answers = new QueryClient();

/** The dashboard of one organization: a login, and the pages behind it. */
export function App({ service }: { readonly service: Service }): ReactElement {
  return (
    <QueryClientProvider client={answers}>
      <LatchkeyProvider settings={settingsOf(service)} getCaptchaToken={captchasOf(service)}>
        <ServiceContext value={service}>
          <Entrance service={service} />
        </ServiceContext>
      </LatchkeyProvider>
    </QueryClientProvider>
  );
}

/** A development service answers a script of its own in Turnstile's place. */
const captchasOf = ({ environment }: Service) =>
  isInvitationPage()
    ? turnstileToken({
        container: () => document.getElementById('captcha'),
        ...(environment === 'development' && { scriptUrl: '/dev/turnstile/api.js' }),
      })
    : undefined;

function Entrance({ service }: { readonly service: Service }): ReactElement | null {
  const client = useLatchkey();
  const { status, session } = useSession();
  const { hasEnded } = useSessionExpiry();
  const [token, setToken] = useState(takeToken);
  const [refusal, setRefusal] = useState<string>();
  const [isMaking, setMaking] = useState(isEnrolling);
  const [invitation, setInvitation] = useState(() => invitationIn(window.location.hash));
  const asked = useRef<string>(undefined); // once, though React may run this twice
  useEffect(() => {
    // An address pasted into the open page changes only what stands behind its #.
    const read = () => {
      setMaking(isEnrolling());
      setInvitation(invitationIn(window.location.hash));
      const given = takeToken();
      if (given === undefined) return;
      asked.current = undefined;
      setRefusal(undefined);
      setToken(given);
    };
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  useEffect(() => {
    if (token === undefined || asked.current === token) return;
    asked.current = token;
    logInByToken(client, service, token)
      .catch((error: Error) => setRefusal(error.message))
      .finally(() => setToken(undefined));
  }, [client, service, token]);
  // Each of the two pages has a policy of its own, so that neither is shown in the other.
  const isElsewhere = (invitation !== undefined) !== isInvitationPage();
  useEffect(() => {
    if (isElsewhere && invitation !== undefined) toInvitation(invitation);
    else if (isElsewhere) toDashboard();
  }, [isElsewhere, invitation]);
  if (token !== undefined || status === 'loading' || isElsewhere) return null;
  if (isMaking)
    return (
      <Suspense>
        <Enroll />
      </Suspense>
    );
  if (invitation !== undefined)
    return (
      <Suspense>
        <Invited onDone={toDashboard} />
      </Suspense>
    );
  return session ? <Shell /> : <LogIn hasEnded={hasEnded} refusal={refusal} />;
}
