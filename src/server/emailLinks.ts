import { canonicalEmail } from '../contract/contact.js';
import { type Language, languageOf } from '../contract/language.js';
import { type LinkPurpose, linkParameters } from '../contract/linkParameters.js';
import { emailAuth, initUserEmailRecovery } from '../contract/mailKeys.js';
import { listVerifiedSuborgs } from '../contract/organizations.queries.js';
import { writeRefusalBody } from '../contract/refusalBody.js';
import { RefusedError, refused } from '../contract/refusals.js';
import { type AnswerOf, newestOf } from '../contract/row.js';
import { type CoordinatorSettings, coordinatorAsker } from './askCoordinator.js';

/** Settings of e-mail links. */
export interface EmailLinkSettings extends CoordinatorSettings {
  /** Your own organization, the parent of your users' sub-organizations. */
  readonly organizationId: string;
  /** The app's name, in the mail. */
  readonly appName: string;
  /** The page that a link opens, https or on this machine: it calls `takeEmailLink`, or renders an `EmailLinkScreen`. */
  readonly page: string;
  /** The page that renders a `RecoveryScreen`. Default: `page`. */
  readonly recoveryPage?: string | undefined;
  /** The lifetime of a link in seconds: at most 3,600, since the browser keeps its key for an hour. Default: 900. */
  readonly expirationSeconds?: number | undefined;
  /** Called when no link was sent: an unknown address, a limit. The page does not learn it, since that would reveal who has an account. */
  readonly onProblem?: ((problem: unknown) => void) | undefined;
  /** The minimum duration of an answer in milliseconds, so that its time reveals nothing either. Default: 500. */
  readonly answerAfterMs?: number | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly clock?: (() => number) | undefined;
}

/** The body of the page's POST: `LinkToSend` of `latchkey/client`. */
export type RequestedLink = {
  readonly email: string;
  /** SEC 1 uncompressed, 130 hex digits. */
  readonly targetPublicKey: string;
  readonly language?: Language | undefined;
};

/** Links that log in, and links that recover an account. */
export type EmailLinks = {
  /** Answers a POST of {@link RequestedLink} with 204, whether or not there is an account with that address. */
  readonly login: (request: Request) => Promise<Response>;
  /** The same for a recovery link. */
  readonly recovery: (request: Request) => Promise<Response>;
  /**
   * The same for a body that a framework has already parsed.
   *
   * @throws {RefusedError} REQUEST_INVALID, CONTACT_INVALID: what was posted; PUBLIC_KEY_NOT_FOUND and others: your key; what `fetch`
   * throws
   */
  readonly send: (purpose: LinkPurpose, link: unknown) => Promise<void>;
};

/**
 * Sends e-mail links with your organization's own key, to people who have an account: the server side of `EmailLinkScreen` and
 * `RecoveryScreen`. A browser cannot do this, since it has no key before the login.
 *
 * @example
 * const links = emailLinks({ coordinatorUrl, organizationId, apiKey, appName: 'Acme', page: 'https://acme.example/login' })
 * export const POST = links.login // Next: app/api/email-link/route.ts
 */
export function emailLinks(settings: EmailLinkSettings): EmailLinks {
  const { organizationId, clock = Date.now, onProblem = () => {}, answerAfterMs = 500 } = settings;
  const ask = coordinatorAsker(settings);

  /** The one sub-organization of the person with this verified address. */
  async function organizationOf(email: string): Promise<string | undefined> {
    const filter = { organizationId, filterType: 'EMAIL', filterValue: email };
    const { organizationIds } = (await ask(listVerifiedSuborgs.path, filter)) as AnswerOf<typeof listVerifiedSuborgs>;
    return organizationIds.length === 1 ? organizationIds[0] : undefined;
  }

  async function mail(
    purpose: LinkPurpose,
    { email, ...link }: RequestedLink,
    subOrganizationId: string,
  ): Promise<void> {
    const { path, type } = activities[purpose];
    const { appName, expirationSeconds = 900 } = settings;
    const emailCustomization = { appName, magicLinkTemplate: templateOf(settings, purpose) };
    const parameters = { ...link, email, expirationSeconds: String(expirationSeconds), emailCustomization };
    await ask(path, { type, timestampMs: String(clock()), organizationId: subOrganizationId, parameters });
  }

  async function send(purpose: LinkPurpose, posted: unknown): Promise<void> {
    const link = readLink(posted);
    const isTime = new Promise((resolve) => setTimeout(resolve, answerAfterMs));
    const subOrganizationId = await organizationOf(link.email);
    try {
      if (subOrganizationId === undefined) throw refused('USER_NOT_FOUND');
      await mail(purpose, link, subOrganizationId);
    } catch (problem) {
      onProblem(problem);
    }
    await isTime;
  }

  const answering = (purpose: LinkPurpose) => async (request: Request) => {
    try {
      await send(purpose, await request.json().catch(() => undefined));
      return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
    } catch (error) {
      if (!(error instanceof RefusedError) || !isAboutWhatWasPosted(error)) onProblem(error);
      return answerProblem(error);
    }
  };

  return { login: answering('login'), recovery: answering('recovery'), send };
}

/** The request that sends a link. */
const activities: { readonly [P in LinkPurpose]: { readonly path: string; readonly type: string } } = {
  login: { path: emailAuth.path, type: newestOf(emailAuth).type },
  recovery: { path: initUserEmailRecovery.path, type: newestOf(initUserEmailRecovery).type },
};

function templateOf({ page, recoveryPage = page }: EmailLinkSettings, purpose: LinkPurpose): string {
  const { href, hash } = new URL(purpose === 'login' ? page : recoveryPage);
  return `${href}${hash ? '&' : '#'}${linkParameters[purpose]}=%s`;
}

function readLink(posted: unknown): RequestedLink {
  const { email, targetPublicKey, language } = (posted ?? {}) as Record<string, unknown>;
  if (typeof email !== 'string' || typeof targetPublicKey !== 'string' || !/^04[\da-f]{128}$/.test(targetPublicKey))
    throw refused('REQUEST_INVALID', { about: 'email and targetPublicKey are asked for' });
  const known = typeof language === 'string' ? languageOf(language) : undefined;
  return { email: canonicalEmail(email), targetPublicKey, ...(known && { language: known }) };
}

const isAboutWhatWasPosted = ({ code }: RefusedError): boolean => /^(REQUEST|CONTACT)_INVALID$/.test(code);

/** Any other error is this backend's own: the page may try again. */
function answerProblem(error: unknown): Response {
  const refusal = error instanceof RefusedError && isAboutWhatWasPosted(error) ? error : refused('UNAVAILABLE');
  return Response.json(writeRefusalBody(refusal), { status: refusal.status, headers: { 'Cache-Control': 'no-store' } });
}
