import { createRoot, type Root } from 'react-dom/client';
import { turnstileToken } from '../client/captcha/turnstileToken.js';
import { type Client, createClient } from '../client/createClient.js';
import { loadPart } from '../client/loadPart.js';
import { type ClientSettings, SettingsError } from '../client/settings.js';
import { LoggedOut } from '../components/login/LoggedIn.js';
import { LoginCard } from '../components/login/LoginCard.js';
import styles from '../components/styles.css?inline';
import { LatchkeyProvider } from '../hooks/LatchkeyProvider.js';
import { lazyCaptchas } from '../hooks/lazyCaptchas.js';
import type { Session } from '../sessions/session.js';
import type { SessionState } from '../sessions/sessionStore.js';

/** The events of the element, by name. They bubble. */
export interface LatchkeyLoginEvents {
  /** A person is logged in: just now, or already when the page loaded. */
  'latchkey-login': CustomEvent<Session>;
  /** Nobody is logged in any more: logged out here or in another tab, or the session has expired. */
  'latchkey-logout': CustomEvent<undefined>;
  /** The element cannot start; `detail.code` is SETTINGS_INVALID. */
  'latchkey-error': CustomEvent<{ readonly code: string; readonly message: string }>;
}

const needed = ['auth-proxy-url', 'auth-proxy-config-id'];
const settingNames = [...needed, 'coordinator-url', 'language'];
const lookNames = ['elevation', 'terms', 'privacy', 'autofocus'];

/** Here, since an element of the page is drawn as soon as its class is defined. */
const sheets = new WeakMap<Document, CSSStyleSheet>();

/** Loaded after a login, since only then is it needed. */
const loadLogout = () => import('../client/session/logout.js');

/** Without a DOM there is no class to extend; nobody creates an element there. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * `<latchkey-login auth-proxy-url="…" auth-proxy-config-id="…">`: the login card in the page's own DOM, so that password managers and the
 * page's style sheet reach its fields. It is hidden while a person is logged in; the attribute `state` says `loading`, `logged-out` or
 * `logged-in`.
 *
 * Attributes: `auth-proxy-url`, `auth-proxy-config-id`, `coordinator-url`, `language`, of which a change starts a new login; `elevation`
 * (`card`, `flush`), `terms`, `privacy`, `autofocus`.
 *
 * @example
 * document.querySelector('latchkey-login').addEventListener('latchkey-login', ({ detail }) => greet(detail.userId))
 */
export class LatchkeyLogin extends Base {
  static readonly observedAttributes = [...settingNames, ...lookNames];

  #root: Root | undefined;
  #client: Client | undefined;
  #unlisten = (): void => {};
  #session: Session | undefined;

  /** For all other functions of `latchkey/client`; `undefined` while the element is in no page or its settings are invalid. */
  get client(): Client | undefined {
    return this.#client;
  }

  /** The active session. */
  get session(): Session | undefined {
    return this.#session;
  }

  /** Logs out, here and in all tabs. */
  async logout(): Promise<void> {
    const client = this.#client;
    if (client) await (await loadPart(loadLogout())).logout(client);
  }

  connectedCallback(): void {
    if (this.#root) return; // it was moved
    adoptStyles(this.ownerDocument);
    this.#begin();
  }

  disconnectedCallback(): void {
    // An element that is moved is removed and inserted again in one task.
    queueMicrotask(() => {
      if (!this.isConnected) this.#end();
    });
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (!this.#root || before === now) return;
    if (lookNames.includes(name)) {
      if (this.#client) this.#draw(this.#client);
      return;
    }
    this.#end();
    this.#begin();
  }

  #begin(): void {
    this.#root = createRoot(this);
    // A script may set them one by one.
    if (needed.some((name) => !this.hasAttribute(name))) return;
    try {
      this.#client = createClient(this.#settings());
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      this.#tell('latchkey-error', { code: error.code, message: error.message });
      return;
    }
    const { sessions } = this.#client;
    this.#unlisten = sessions.subscribe(() => this.#follow(sessions.getSnapshot()));
    this.#follow(sessions.getSnapshot());
    this.#draw(this.#client);
  }

  #follow({ active, status }: SessionState): void {
    this.setAttribute('state', active ? 'logged-in' : status === 'loading' ? 'loading' : 'logged-out');
    const before = this.#session;
    this.#session = active;
    if (active?.userId === before?.userId) return; // a renewed session belongs to the same person
    if (active) loadLogout().catch(() => {}); // to be available without a connection, too
    if (active) this.#tell('latchkey-login', active);
    else this.#tell('latchkey-logout', undefined);
  }

  #draw(client: Client): void {
    const given = (name: string) => this.getAttribute(name) ?? undefined;
    this.#root?.render(
      <LatchkeyProvider client={client}>
        <LoggedOut>
          <LoginCard
            elevation={given('elevation') === 'flush' ? 'flush' : 'card'}
            autoFocus={this.hasAttribute('autofocus')}
            terms={given('terms')}
            privacy={given('privacy')}
          />
        </LoggedOut>
      </LatchkeyProvider>,
    );
  }

  #settings(): ClientSettings {
    const coordinatorUrl = this.getAttribute('coordinator-url');
    const language = this.getAttribute('language');
    const getCaptchaToken = turnstileToken(this.nonce ? { nonce: this.nonce } : {});
    return {
      authProxyUrl: this.getAttribute('auth-proxy-url') ?? '',
      authProxyConfigId: this.getAttribute('auth-proxy-config-id') ?? '',
      ...(coordinatorUrl && { coordinatorUrl }),
      ...(language && { language }),
      captcha: lazyCaptchas(() => getCaptchaToken),
    };
  }

  #tell<Name extends keyof LatchkeyLoginEvents>(name: Name, detail: LatchkeyLoginEvents[Name]['detail']): void {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  }

  #end(): void {
    this.#unlisten();
    this.#root?.unmount();
    this.#root = this.#client = this.#session = undefined;
  }
}

// A server has no elements, and a page may load this twice.
const registry = globalThis.customElements as CustomElementRegistry | undefined;
if (registry && !registry.get('latchkey-login')) registry.define('latchkey-login', LatchkeyLogin);

/**
 * Adds the style sheet of the screens to a page, once. It is a constructed style sheet, which content security policies do not treat as
 * inline.
 */
function adoptStyles(page: Document): void {
  if (sheets.has(page) || !page.defaultView) return;
  const sheet = new page.defaultView.CSSStyleSheet();
  sheet.replaceSync(styles);
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
  sheets.set(page, sheet);
}
