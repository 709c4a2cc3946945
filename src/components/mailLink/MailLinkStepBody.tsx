'use client';
import { type ReactElement, type ReactNode, useId, useRef, useState } from 'react';
import { useBeforePaint } from '../../hooks/useBeforePaint.js';
import { copyText } from '../copyText.js';
import { EmailField } from '../fields/EmailField.js';
import { Submit } from '../fields/Submit.js';
import { MessageLine } from '../MessageLine.js';
import { ProblemNote } from '../ProblemNote.js';
import { formatCountdown } from '../timeText.js';
import { useSecondsLeft } from '../useSecondsLeft.js';
import { useMailLinkParts } from './mailLinkContext.js';

/** The controls of each step. */
export function MailLinkStepBody(): ReactElement | null {
  const { link, words, messages, part, isBusy } = useMailLinkParts();
  const { step } = link;
  switch (step.at) {
    case 'sent':
      return step.isPasting ? <Paste /> : <Sent />;
    case 'opened':
      return <Body button={<Submit label={isBusy ? words.goingOn : words.goOn} />} />;
    case 'recovered':
      return <Body button={<Submit label={isBusy ? messages.continueOnDevice : messages.logIn} />} />;
    case 'expired':
    case 'used':
      return <Body button={<Submit label={isBusy ? messages.sending : words.sendAgain} />} />;
    case 'waiting':
      return (
        <Body
          button={
            <button type="button" {...part('secondary')} onClick={link.cancel}>
              {messages.cancel}
            </button>
          }
        />
      );
    case 'elsewhere':
      return <Elsewhere />;
    case 'done':
      return null;
    case 'looking':
      return <Placeholder />;
    default:
      return <Ask />;
  }
}

/** Of the size of the first step; invisible, and takes no clicks. */
function Placeholder(): ReactElement {
  const { part } = useMailLinkParts();
  return (
    <div {...part('body')}>
      <div {...part('field')}>
        <div {...part('caption')}>&nbsp;</div>
        <div {...part('input')} />
        <MessageLine />
      </div>
      <div {...part('submit')}>&nbsp;</div>
    </div>
  );
}

/** The error line and one button. */
function Body({ button }: { button: ReactNode }): ReactElement {
  const { part } = useMailLinkParts();
  return (
    <div {...part('body')}>
      <Message />
      {button}
    </div>
  );
}

function Message({ children }: { children?: ReactNode }): ReactElement {
  const { problem, ids, link } = useMailLinkParts();
  const { atMs } = link.problem ?? {};
  return (
    <MessageLine>
      {problem === undefined ? children : <ProblemNote key={atMs} id={ids.problem} sentence={problem} />}
    </MessageLine>
  );
}

/** Asks for the address. */
function Ask(): ReactElement {
  const { link, words, messages, part, ids, problem, isBusy } = useMailLinkParts();
  const field = useRef<HTMLInputElement>(null);
  const draft = link.step.at === 'asking' ? link.step.email : '';
  const isInvalid = link.problem?.code === 'CONTACT_INVALID';
  return (
    <div {...part('body')}>
      <div {...part('field')}>
        <div {...part('caption')}>
          <label {...part('label')} htmlFor={ids.field}>
            {messages.emailLabel}
          </label>
        </div>
        <EmailField
          id={ids.field}
          {...{ field, draft, isInvalid }}
          describedBy={problem && ids.problem}
          problem={undefined}
        />
        <Message />
      </div>
      <Submit label={isBusy ? messages.sending : words.send} />
    </div>
  );
}

/** The link was sent: it may be opened in another tab, be sent again, or its code be pasted from another device. */
function Sent(): ReactElement {
  const { link, words, part } = useMailLinkParts();
  return (
    <div {...part('body')}>
      <Message />
      <SendAgain />
      <p {...part('footer')}>
        <button type="button" {...part('link')} onClick={link.startPasting}>
          {words.pasteQuestion}
        </button>
      </p>
    </div>
  );
}

/** Sends another link, once allowed; until then the time is shown beside the button, and is not part of its name. */
function SendAgain(): ReactElement {
  const { link, words, messages, part, isBusy } = useMailLinkParts();
  const seconds = useSecondsLeft(link.step.at === 'sent' ? link.step.resendAtMs : 0);
  const isWaiting = isBusy || seconds > 0;
  return (
    <p {...part('footer')}>
      {messages.resendQuestion}{' '}
      <button
        type="button"
        {...part('link')}
        aria-disabled={isWaiting}
        onClick={isWaiting ? undefined : link.sendAgain}
      >
        {seconds > 0 ? messages.resendLater : words.sendAgain}
      </button>{' '}
      {seconds > 0 && messages.resendIn(formatCountdown(seconds))}
      <span {...part('unseen')} aria-live="polite">
        {seconds === 0 && words.againReady}
      </span>
    </p>
  );
}

/** The field for a code from another device. */
function Paste(): ReactElement {
  const { link, words, messages, part, ids, problem, isBusy } = useMailLinkParts();
  const isInvalid = /^LINK_/.test(link.problem?.code ?? '');
  return (
    <div {...part('body')}>
      <div {...part('field')}>
        <div {...part('caption')}>
          <label {...part('label')} htmlFor={ids.field}>
            {words.pasteLabel}
          </label>
        </div>
        <input
          id={ids.field}
          {...part('input')}
          type="text"
          name="code"
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          dir="ltr"
          readOnly={isBusy}
          aria-invalid={isInvalid || undefined}
          aria-describedby={problem && ids.problem}
        />
        <Message />
      </div>
      <Submit label={isBusy ? messages.checking : messages.continue} />
      <SendAgain />
    </div>
  );
}

/** Shows the link's code, to be taken to the browser that requested it. */
function Elsewhere(): ReactElement {
  const { link, words, messages, part, ids } = useMailLinkParts();
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const hint = useId();
  const { code } = link;
  useBeforePaint(() => {
    if (field.current) field.current.value = code(); // set by hand: a prop would keep it in React's state
  }, []);

  async function copy() {
    const { current } = field;
    current?.select();
    setIsCopied(await copyText(current?.value ?? '')); // else it stays selected, to be copied by hand
  }

  return (
    <div {...part('body')}>
      <div {...part('field')}>
        <div {...part('caption')}>
          <label {...part('label')} htmlFor={ids.field}>
            {words.codeLabel}
          </label>
        </div>
        <input
          ref={field}
          id={ids.field}
          {...part('input')}
          type="text"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          readOnly
          aria-describedby={hint}
        />
        <Message>
          <span id={hint} {...part('hint')}>
            {words.elsewhereNote}
          </span>
        </Message>
      </div>
      <button type="button" {...part('submit')} onClick={() => void copy()}>
        {isCopied ? messages.copied : words.copyCode}
      </button>
      <button type="button" {...part('secondary')} onClick={link.startOver}>
        {words.startOver}
      </button>
      <span {...part('unseen')} role="status">
        {isCopied && messages.copied}
      </span>
    </div>
  );
}
