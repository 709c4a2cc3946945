'use client';
import { type ReactElement, useEffect, useId } from 'react';
import type { Confirmation, RefusedRequest } from '../../client/confirmations/confirmations.js';
import type { FollowedRequest } from '../../client/confirmations/following.js';
import { useConfirmations, useFollowedRequests, useRefusal } from '../../hooks/confirmations.js';
import { lazyScreen } from '../lazyScreen.js';
import { LoginDialog, type LoginDialogProps } from '../login/LoginDialog.js';
import { ReviewDialog } from '../review/ReviewDialog.js';
import { ScreenPlaceholder } from '../ScreenPlaceholder.js';
import type { Part } from '../theme.js';

export type WalletDialogsProps = {
  /** What the login has where a page asks for an account and nobody is logged in. */
  readonly login?: Omit<LoginDialogProps, 'open' | 'onClose'> | undefined;
  /** Added to the parts of the request. */
  readonly classNames?: { readonly [P in Part]?: string } | undefined;
};

const useLoadedScreen = lazyScreen(() => import('./Confirm.js'));

/**
 * What a provider of the wallet asks the person for, one at a time, in a native modal `<dialog>`: a login, or whether something may be signed.
 * Mount it once. A request is a `<section data-latchkey="confirm">` whose `data-state` is `plain` or `danger`. Escape and the cross reject.
 * After a yes its `data-progress` is `busy`, `waiting` (for the approval of others), `done` or `failed`; then they close it, and it goes on.
 * What is refused whatever anybody says is told with its reason, and has one button, which closes it.
 * It needs `latchkey/wallet.css` beside `latchkey/styles.css`.
 *
 * @example <WalletDialogs login={{ terms: 'https://acme.example/terms' }} />
 */
export function WalletDialogs({ login, classNames }: WalletDialogsProps): ReactElement | null {
  const [followed] = useFollowedRequests();
  const waiting = useConfirmations().filter(({ id }) => id !== followed?.id);
  const [next] = waiting;
  const hides = followed && next && isLong(followed) ? followed.close : undefined;
  useEffect(() => hides?.(), [hides]);
  const titleId = useId();
  const refusal = useRefusal();
  const refused = refusal && !(next && next.id < refusal.id) ? refusal : undefined;
  const first = followed && !hides ? followed : (refused ?? next);
  const { Screen, lost } = useLoadedScreen(first !== undefined && !isLogin(first));
  if (!first) return null;
  if (isLogin(first)) return <LoginDialog {...login} open onClose={first.reject} />;
  return (
    <ReviewDialog
      key={first.id}
      labelledBy={titleId}
      onClose={'close' in first ? first.close : first.reject}
      onGone={'gone' in first ? first.gone : undefined}
    >
      {!Screen && (
        <ScreenPlaceholder name="confirm" first="headerWithMessage" {...{ lost, elevation: undefined, classNames }} />
      )}
      {Screen &&
        ('reason' in first ? (
          <Screen.Refused refusal={first} {...{ titleId, classNames }} />
        ) : (
          <Screen.Confirm confirmation={first} waiting={waiting.length} {...{ titleId, classNames }} />
        ))}
    </ReviewDialog>
  );
}

type Shown = Confirmation | FollowedRequest | RefusedRequest;

const isLogin = (shown: Shown): shown is Extract<Confirmation, { kind: 'login' }> =>
  'kind' in shown && shown.kind === 'login';

/** What waits for others, or for blocks, leaves its place to the next request, and goes on. */
const isLong = ({ state }: FollowedRequest): boolean =>
  state.at === 'waiting' || (state.at === 'busy' && state.step !== undefined);
