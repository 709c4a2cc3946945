'use client';
import { type MouseEvent, type ReactElement, type SyntheticEvent, useRef } from 'react';
import type { Session } from '../../sessions/session.js';
import { useModal } from '../useModal.js';
import { LoginCard, type LoginCardProps } from './LoginCard.js';

export type LoginDialogProps = Omit<LoginCardProps, 'autoFocus' | 'elevation'> & {
  open: boolean;
  /** Called when the person closes it, or is logged in. Set `open={false}` then; nothing else closes it. */
  onClose: () => void;
};

/**
 * The {@link LoginCard} in a native modal `<dialog>`, on small screens a sheet from below. The focus moves into it and, when it closes,
 * back. Escape and Back lead from the code to the contact, and from there close it.
 *
 * @example
 * const [isOpen, setIsOpen] = useState(false)
 * <button onClick={() => setIsOpen(true)}>Log in</button>
 * <LoginDialog open={isOpen} onClose={() => setIsOpen(false)} />
 */
export function LoginDialog({ open, ...props }: LoginDialogProps): ReactElement | null {
  return open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ onClose, onLogin, ...card }: Omit<LoginDialogProps, 'open'>): ReactElement {
  const dialog = useModal();
  const isPressedOutside = useRef(false);

  /** Escape, or Back on a phone. */
  function leave(event: SyntheticEvent) {
    if (event.target !== dialog.current) return;
    event.preventDefault();
    const back = dialog.current?.querySelector<HTMLElement>('[data-part="back"]:not([aria-disabled="true"])');
    if (back) back.click();
    else onClose();
  }

  /** A press that began inside, as to select text, and ended outside does not close it. */
  const isOutside = ({ target }: MouseEvent) => target === dialog.current;

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: for keys there are Escape and the button
    <dialog
      ref={dialog}
      data-latchkey-dialog=""
      onCancel={leave}
      onClose={() => dialog.current?.open || onClose()} // a browser may close it by itself; strict mode opens it again
      onPointerDown={(event) => {
        isPressedOutside.current = isOutside(event);
      }}
      onClick={(event) => isOutside(event) && isPressedOutside.current && onClose()}
    >
      <LoginCard
        {...card}
        autoFocus
        onClose={onClose}
        onLogin={(session: Session) => {
          onLogin?.(session);
          onClose();
        }}
      />
    </dialog>
  );
}
