import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { OtpScreen, type OtpScreenProps } from '../../../../src/components/login/OtpScreen.js';
import { LatchkeyProvider } from '../../../../src/hooks/LatchkeyProvider.js';
import { useLogout } from '../../../../src/hooks/sessions.js';
import { useSession } from '../../../../src/hooks/useSession.js';
import {
  createTestService,
  type TestService,
  type TestServiceSettings,
} from '../../../../src/testing/createTestService.js';
import '../../../../src/components/styles.css';
import { leavePage } from '../leavePage.js';

/** An app as in the README: the screen for logged-out people, and a logout button for logged-in ones. */
export type App = {
  service: TestService;
  /** What `onLogin` was called with. */
  sessions: unknown[];
  /** Simulates a reload: memory is cleared, the browser's storage stays. */
  load: (screen?: OtpScreenProps) => void;
  form: () => HTMLFormElement | null;
};

/** Starts a service for the app. The first `load` renders it. */
export async function openApp(settings: Omit<TestServiceSettings, 'wasmUrl'> = {}): Promise<App> {
  const service = await createTestService({ ...settings, wasmUrl });
  const sessions: unknown[] = [];
  const container = document.body.appendChild(document.createElement('main'));
  let root = createRoot(container);
  leavePage(() => root.unmount(), container, service);

  function Home(screen: OtpScreenProps) {
    const { status } = useSession();
    const logout = useLogout();
    if (status === 'loading') return null;
    if (status === 'loggedOut')
      return <OtpScreen autoFocus onLogin={(session) => sessions.push(session)} {...screen} />;
    return (
      <button type="button" onClick={() => logout.mutate()}>
        Log out
      </button>
    );
  }

  return {
    service,
    sessions,
    load(screen = {}) {
      root.unmount();
      root = createRoot(container);
      root.render(
        <StrictMode>
          <LatchkeyProvider settings={service.settings}>
            <Home {...screen} />
          </LatchkeyProvider>
        </StrictMode>,
      );
    },
    form: () => container.querySelector('form'),
  };
}
