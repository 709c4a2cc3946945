'use client';
import type { ReactElement, ReactNode } from 'react';
import type { SendLink } from '../../client/links/requestLink.js';
import type { ScreenOptions } from '../../hooks/screenError.js';
import type { Session } from '../../sessions/session.js';
import type { EmailLinkMessageChanges, RecoveryMessageChanges } from '../english/mailLinkMessages.js';
import type { SkinProps } from '../login/LoginForm.js';
import { LazyMailLink } from './LazyMailLink.js';

/** What both screens of links by mail take. */
export type LinkScreenProps = SkinProps & {
  /** A route of the app's backend, answered by `emailLinks` of `latchkey/server`, or a function that calls one. */
  sendLink: SendLink;
  /** Called when the person is logged in. */
  onLogin?: ((session: Session) => void) | undefined;
  /** Called with each failure that the person is shown, once; not with what they called off. */
  onError?: ScreenOptions['onError'];
  /** The initial text of the field. */
  defaultEmail?: string | undefined;
  /** Replaces the default title. */
  title?: string | undefined;
  /** Replaces the configuration's logo; `null` for none. An image of 40 by 40, or a wordmark of up to 28 in height. */
  logo?: ReactNode;
};

export type EmailLinkScreenProps = LinkScreenProps & {
  /** Texts to replace; omitted ones keep their defaults. */
  messages?: EmailLinkMessageChanges | undefined;
};

export type RecoveryScreenProps = LinkScreenProps & {
  /** Texts to replace; omitted ones keep their defaults. */
  messages?: RecoveryMessageChanges | undefined;
};

/**
 * Logs in with a link sent by e-mail, for existing accounts. Render it on the page that requests the link and on the page that the link
 * opens: in the same browser a click logs in; in another browser it shows a code to paste in the first. Renders a
 * `<form data-latchkey="email-link">` whose attributes show its state, for styles and tests: `data-step` (asking, sent, opened, elsewhere,
 * expired, used, done), `data-busy`, and `data-error` with the code of the last failure. Until its script has come it is a `<section>` of
 * the same look, whose `data-step` is `looking`.
 *
 * @example <EmailLinkScreen sendLink="/api/email-link" onLogin={() => navigate('/home')} />
 */
export const EmailLinkScreen = (props: EmailLinkScreenProps): ReactElement => (
  <LazyMailLink {...formProps(props)} purpose="login" skin="email-link" messages={props.messages} />
);

/**
 * Recovers an account by e-mail: a link, a new passkey, and a login with it. Render it like {@link EmailLinkScreen}; renders a
 * `<form data-latchkey="recovery">`, whose `data-step` may also be `waiting` and `recovered`.
 *
 * @example <RecoveryScreen sendLink="/api/recovery-link" onLogin={() => navigate('/home')} />
 */
export const RecoveryScreen = (props: RecoveryScreenProps): ReactElement => (
  <LazyMailLink {...formProps(props)} purpose="recovery" skin="recovery" messages={props.messages} />
);

const formProps = ({
  sendLink,
  onLogin,
  onError,
  defaultEmail = '',
  title,
  logo,
  classNames,
  autoFocus = false,
  elevation,
}: LinkScreenProps) => ({
  ...{ sendLink, onLogin, onError, defaultEmail, title, logo, classNames, autoFocus, elevation },
});
