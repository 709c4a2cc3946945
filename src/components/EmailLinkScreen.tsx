'use client';
import type { ReactElement, ReactNode } from 'react';
import type { SendLink } from '../client/links/requestLink.js';
import type { Session } from '../sessions/session.js';
import { LaterMailLink } from './LaterMailLink.js';
import type { SkinProps } from './LoginForm.js';
import type { EmailLinkMessageChanges, RecoveryMessageChanges } from './mailLinkMessages.js';

/** What both screens of links by mail take. */
export type LinkScreenProps = SkinProps & {
  /** A route of the app's backend, which `emailLinks` of `latchkey/server` answers, or a function that asks one. */
  sendLink: SendLink;
  /** Called once somebody is logged in. */
  onLogin?: ((session: Session) => void) | undefined;
  /** Stands in the field at first. */
  defaultEmail?: string | undefined;
  /** In the place of the title that the words have. */
  title?: string | undefined;
  /** In the place of the configuration's logo; `null` for none. An image of 40 by 40, or a wordmark of up to 28 in height. */
  logo?: ReactNode;
};

export type EmailLinkScreenProps = LinkScreenProps & {
  /** Words to change; what is left out stays. */
  messages?: EmailLinkMessageChanges | undefined;
};

export type RecoveryScreenProps = LinkScreenProps & {
  /** Words to change; what is left out stays. */
  messages?: RecoveryMessageChanges | undefined;
};

/**
 * Logs in by a link that is mailed, for people who have an account. It is shown on the page that asks and on the page that the link
 * opens: opened in the same browser, a click logs in; in another one it shows what to paste in the first. Renders a
 * `<form data-latchkey="email-link">` whose state can be read, and styled, from outside: `data-step` (asking, sent, opened, elsewhere,
 * expired, used, done), `data-busy`, and `data-error` with the code of the last failure.
 *
 * @example <EmailLinkScreen sendLink="/api/email-link" onLogin={() => navigate('/home')} />
 */
export const EmailLinkScreen = (props: EmailLinkScreenProps): ReactElement => (
  <LaterMailLink {...formProps(props)} purpose="login" skin="email-link" messages={props.messages} />
);

/**
 * Gives back an account to whoever reads its mail: a link, a new passkey, and a login by it. Shown as {@link EmailLinkScreen} is; renders
 * a `<form data-latchkey="recovery">`, whose `data-step` may also be `waiting` and `recovered`.
 *
 * @example <RecoveryScreen sendLink="/api/recovery-link" onLogin={() => navigate('/home')} />
 */
export const RecoveryScreen = (props: RecoveryScreenProps): ReactElement => (
  <LaterMailLink {...formProps(props)} purpose="recovery" skin="recovery" messages={props.messages} />
);

const formProps = ({
  sendLink,
  onLogin,
  defaultEmail = '',
  title,
  logo,
  classNames,
  autoFocus = false,
  elevation,
}: LinkScreenProps) => ({
  ...{ sendLink, onLogin, defaultEmail, title, logo, classNames, autoFocus, elevation },
});
