'use client';
import { type FormEvent, type ReactElement, type ReactNode, useId, useRef } from 'react';
import { useLatchkey } from '../../hooks/context.js';
import type { MailLinkStep } from '../../hooks/mailLinkSteps.js';
import { useWalletKitConfig } from '../../hooks/proxy.js';
import { type MailLink, type MailLinkOptions, useMailLink } from '../../hooks/useMailLink.js';
import type { MailLinkWords } from '../english/mailLinkMessages.js';
import { Icon } from '../icons.js';
import { Brand } from '../login/Brand.js';
import { useWords } from '../loginWords.js';
import { sentenceFor, textOf } from '../messages.js';
import { LoginScreenContext, ScreenContext } from '../screenContext.js';
import { type Part, themeOf } from '../theme.js';
import { formatWait } from '../timeText.js';
import { MailLinkStepBody } from './MailLinkStepBody.js';
import { linkWords, type MailLinkChanges, MailLinkContext, type MailLinkParts } from './mailLinkContext.js';
import { useMailLinkWords } from './mailLinkWords.js';
import { useLinkFocus } from './useLinkFocus.js';

/** The props of both screens of e-mail links. */
export type MailLinkFormProps = MailLinkOptions & {
  readonly skin: 'email-link' | 'recovery';
  readonly title: string | undefined;
  readonly logo: ReactNode;
  readonly messages: MailLinkChanges | undefined;
  readonly classNames: { readonly [P in Part]?: string } | undefined;
  readonly autoFocus: boolean;
  readonly elevation: 'card' | 'flush' | undefined;
};

/** An e-mail link as a form: its steps, one after the other, in the same place. */
export function MailLinkForm(props: MailLinkFormProps): ReactElement {
  const { skin, logo, messages: changes, classNames, elevation, autoFocus, ...options } = props;
  const link = useMailLink(options);
  const { step, isBusy } = link;
  const config = useWalletKitConfig();
  const common = useWords(undefined);
  const ours = useMailLinkWords();
  const clock = useLatchkey().clock.onDevice;
  const root = useRef<HTMLFormElement>(null);
  const focusListeners = useLinkFocus(root, step, link.problem, autoFocus);
  const id = useId();

  const screen = { ...themeOf(classNames), messages: common.words, clock, isBusy };
  const words = linkWords(ours.words, common.words, options.purpose, changes);
  const problem = link.problem && sentenceAbout(link.problem, words, common.words);
  const ids = { title: `${id}-title`, lead: `${id}-lead`, field: `${id}-field`, problem: `${id}-problem` };
  const parts: MailLinkParts = { ...screen, words, link, ids, problem };
  const { part } = screen;
  const isComing = common.areLoading || ours.areLoading || step.at === 'looking';
  const drawing = drawings[step.at];

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    send(link, new FormData(event.currentTarget));
  }

  return (
    <ScreenContext.Provider value={screen}>
      <LoginScreenContext.Provider value={screen}>
        <MailLinkContext.Provider value={parts}>
          <form
            ref={root}
            data-latchkey={skin}
            data-step={step.at}
            data-busy={isBusy || undefined}
            data-error={link.problem?.code}
            data-elevation={elevation}
            data-words={isComing ? 'to come' : undefined}
            lang={common.words.locale}
            dir={common.dir}
            className={classNames?.root}
            method="dialog" // so that nothing typed gets into a URL if the form is submitted before its script has loaded
            noValidate
            aria-labelledby={ids.title}
            onSubmit={submit}
            onInput={link.typed}
            {...focusListeners}
          >
            {step.at === 'sent' && (
              <button type="button" {...part('back')} aria-label={common.words.back} onClick={link.startOver}>
                <Icon name="back" />
              </button>
            )}
            {drawing ? (
              <svg {...part('drawing')} viewBox="0 0 20 20" aria-hidden="true">
                <path d={drawing} />
              </svg>
            ) : (
              <Brand logo={logo} logoUrl={config.data?.logoUrl} />
            )}
            <div {...part('header')}>
              <h2 id={ids.title} {...part('title')} tabIndex={-1}>
                {titleOf(
                  step,
                  words,
                  props.title ?? (words.title || textOf(common.words.contactTitle, config.data?.appName)),
                )}
              </h2>
              <p {...part('lead')} id={ids.lead} role="status">
                <Lead parts={parts} />
              </p>
            </div>
            <MailLinkStepBody />
          </form>
        </MailLinkContext.Provider>
      </LoginScreenContext.Provider>
    </ScreenContext.Provider>
  );
}

/** The action of each step's submit button. */
function send(link: MailLink, typed: FormData): void {
  const { at } = link.step;
  if (at === 'asking') link.send(String(typed.get('email')));
  else if (at === 'sent') link.paste(String(typed.get('code')));
  else if (at === 'expired' || at === 'used') link.sendAgain();
  else if (at === 'opened' || at === 'recovered') link.goOn();
}

function titleOf({ at }: MailLinkStep, words: MailLinkParts['words'], title: string): string {
  if (at === 'sent') return words.sentTitle;
  if (at === 'elsewhere') return words.elsewhereTitle;
  if (at === 'expired') return words.expiredTitle;
  if (at === 'used') return words.usedTitle;
  if (at === 'recovered') return words.recoveredTitle;
  return at === 'done' ? words.doneTitle : title;
}

/** The text under the title of each step. */
function Lead({ parts }: { parts: MailLinkParts }): ReactNode {
  const { words, messages, link } = parts;
  const { step } = link;
  switch (step.at) {
    case 'sent':
      return <About parts={parts} words={words.sentLead} email={step.email} />;
    case 'opened':
      return step.email ? <About parts={parts} words={words.openedLead} email={step.email} /> : words.openedByLink;
    case 'expired':
    case 'used':
      return step.email ? <About parts={parts} words={words.againLead} email={step.email} /> : words.onceLead;
    case 'waiting':
      return messages.continueOnDevice;
    case 'elsewhere':
      return words.elsewhereLead;
    case 'recovered':
      return words.recoveredLead;
    case 'done':
      return words.doneLead;
    default:
      return words.askLead;
  }
}

type AboutProps = { parts: MailLinkParts; words: readonly [string, string]; email: string };

/** A sentence with an address, which reads from left to right in any language. */
function About({ parts, words: [before, after], email }: AboutProps): ReactElement {
  return (
    <>
      {before}
      <bdi {...parts.part('address')}>{email}</bdi>
      {after}
    </>
  );
}

function sentenceAbout(
  { code, retryAfterMs, isOffline }: NonNullable<MailLink['problem']>,
  words: Pick<MailLinkWords, 'problems'>,
  common: MailLinkParts['messages'],
): string {
  const wait = retryAfterMs === undefined ? undefined : formatWait(retryAfterMs, common.locale);
  const form = { length: 6, alphanumeric: false };
  const problems = { ...common.problems, ...words.problems };
  return sentenceFor({ ...common, problems }, { code, method: 'email', by: undefined, form, wait, isOffline });
}

/** Drawings in the brand's place at the final steps. */
const drawings: { readonly [At in MailLinkStep['at']]?: string } = {
  elsewhere: 'M2.5 4h10v7h-10zm3 10h4m-2-3v3m6-7h4v9h-4z',
  expired: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm0-11v4l2.5 2',
  used: 'm8.5 11.5 3-3m-4-1 1.5-1.5a2.8 2.8 0 0 1 4 4l-1.5 1.5m-1 1-1.500 1.5a2.8 2.8 0 0 1-4-4L6.500 8.500',
  recovered: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm-3-6.800 2.200 2.200 4-4.400',
  done: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm-3-6.800 2.200 2.200 4-4.400',
};
