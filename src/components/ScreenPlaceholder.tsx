'use client';
import type { ComponentType, ReactElement } from 'react';
import type { LatchkeyError } from '../errors.js';
import { useLatchkey } from '../hooks/context.js';
import type { ScreenOptions } from '../hooks/screenError.js';
import { LostNote } from './LostNote.js';
import type { LazyScreen } from './lazyScreen.js';
import { useWords } from './loginWords.js';
import { ScreenErrors } from './ScreenErrors.js';
import { ScreenContext } from './screenContext.js';
import { type Part, type Theme, themeOf } from './theme.js';

type PlaceholderLooks = {
  /** The name of the screen in the style sheet. */
  name: string;
  /** What it begins with. A form that can be cancelled has two buttons. */
  first: 'form' | 'cancellableForm' | 'header' | 'headerWithMessage';
};

type ScreenLooks = {
  elevation?: 'card' | 'flush' | undefined;
  classNames?: { readonly [P in Part]?: string } | undefined;
};

type LoadedScreenProps<Props> = PlaceholderLooks & {
  /** The hook of the screen, by `lazyScreen`. */
  useScreen: LazyScreen<ComponentType<Props>>;
  /** The screen's own props. */
  props: Props;
};

/** A screen once it is loaded, its placeholder until then. Errors of both go to the screen's `onError`. */
export function LoadedScreen<Props extends ScreenOptions & ScreenLooks>({
  useScreen,
  props,
  name,
  first,
}: LoadedScreenProps<Props>): ReactElement {
  const { Screen, lost } = useScreen();
  const { elevation, classNames, onError } = props;
  return (
    <ScreenErrors onError={onError}>
      {Screen ? <Screen {...props} /> : <ScreenPlaceholder {...{ name, first, lost, elevation, classNames }} />}
    </ScreenErrors>
  );
}

type ScreenPlaceholderProps = PlaceholderLooks &
  ScreenLooks & {
    /** Why it did not load. */
    lost: LatchkeyError | undefined;
  };

/** A placeholder of a screen while it loads, with bars for its title, body and buttons, or a note if it did not load. */
export function ScreenPlaceholder({ name, lost, first, elevation, classNames }: ScreenPlaceholderProps): ReactElement {
  const { words, dir } = useWords(undefined);
  const clock = useLatchkey().clock.onDevice;
  const screen = { ...themeOf(classNames), clock, isBusy: false };
  const { part } = screen;
  return (
    <ScreenContext.Provider value={screen}>
      <section
        data-latchkey={name}
        data-state={lost ? 'failed' : 'loading'}
        data-elevation={elevation}
        className={classNames?.root}
        lang={words.locale}
        dir={dir}
        aria-busy={!lost}
      >
        {lost ? (
          <LostNote id={`latchkey-${name}-lost`} lost={lost} words={words} />
        ) : (
          <First kind={first} part={part} />
        )}
      </section>
    </ScreenContext.Provider>
  );
}

function First({ kind, part }: { kind: ScreenPlaceholderProps['first']; part: Theme['part'] }): ReactElement {
  if (kind === 'form' || kind === 'cancellableForm')
    return (
      <>
        <div {...part('title')} />
        <div {...part('body')} />
        <div {...part('submit')} />
        {kind === 'cancellableForm' && <div {...part('secondary')} />}
      </>
    );
  return (
    <div {...part('header')}>
      <div {...part('title')}>&nbsp;</div>
      {kind === 'headerWithMessage' && <p {...part('message')}>&nbsp;</p>}
    </div>
  );
}
