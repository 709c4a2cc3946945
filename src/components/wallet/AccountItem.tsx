'use client';
import { type ReactElement, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { WalletAccount } from '../../contract/shapes.js';
import { useLatchkey } from '../../hooks/context.js';
import { nameOfAccount, nameOfFormat } from '../accountNames.js';
import { copyText } from '../copyText.js';
import type { WalletMessages } from '../english/walletMessages.js';
import { useLoginScreen, useScreen } from '../screenContext.js';
import { shortened } from '../shortened.js';
import { Menu } from './Menu.js';
import { type AddressKind, kindOfFormat } from './networks.js';
import { RenameAccount } from './RenameAccount.js';

type AccountItemProps = {
  account: WalletAccount;
  isSelected: boolean;
  words: WalletMessages;
  onSelect: () => void;
  onExport: () => void;
  /** What a screen reader says. */
  onSay: (text: string) => void;
};

/** A row of 64 px: pressed, it is the account that is shown above. */
export function AccountItem({ account, isSelected, words, onSelect, onExport, onSay }: AccountItemProps): ReactElement {
  const { part, messages } = useLoginScreen();
  const { trust } = useLatchkey().settings;
  const [isEdited, setIsEdited] = useState(false);
  /** The browser refused to copy it: it can be selected. */
  const [isWhole, setIsWhole] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const id = useId();
  useFocusOnEnd(isEdited, row);
  const name = nameOfAccount(account);
  if (isEdited)
    return (
      <li {...part('item')} data-state="open">
        <RenameAccount {...{ account, words }} onDone={() => setIsEdited(false)} />
      </li>
    );

  async function copy() {
    const isCopied = await copyText(account.address);
    setIsWhole(!isCopied);
    onSay(isCopied ? messages.copied : words.copyFailed);
  }

  return (
    <li ref={row} {...part('item')}>
      <ChainMark addressFormat={account.addressFormat} />
      <div {...part('what')}>
        <button
          type="button"
          {...part('toggle')}
          aria-pressed={isSelected}
          aria-describedby={`${id}-address`}
          onClick={onSelect}
        >
          <bdi>{name}</bdi>
        </button>
        <bdi {...part('value')} id={`${id}-address`} dir="ltr" title={account.address}>
          {isWhole ? account.address : shortened(account.address)}
        </bdi>
      </div>
      <Menu
        label={words.optionsOf(name)}
        items={[
          { label: words.copy, onPress: () => void copy() },
          ...(trust ? [{ label: words.exportKey, onPress: onExport, leads: true }] : []),
          { label: words.rename, onPress: () => setIsEdited(true), leads: true },
        ]}
      />
    </li>
  );
}

/** When an editor closes, the focus goes to the menu that opened it. */
function useFocusOnEnd(isOpen: boolean, row: RefObject<HTMLElement | null>): void {
  const was = useRef(isOpen);
  useEffect(() => {
    if (was.current && !isOpen) row.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
    was.current = isOpen;
  }, [isOpen, row]);
}

/** A drawing of the chain that an account is of; a letter where there is none. */
function ChainMark({ addressFormat }: { addressFormat: string }): ReactElement {
  const { part } = useScreen();
  const path = paths[kindOfFormat(addressFormat)];
  return (
    <span {...part('mark')} aria-hidden="true">
      {path ? (
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d={path} />
        </svg>
      ) : (
        nameOfFormat(addressFormat).charAt(0)
      )}
    </span>
  );
}

const paths: { readonly [K in AddressKind]?: string } = {
  Ethereum: 'm10 2 5 8.2-5 3-5-3zm0 16-5-6.4 5 3 5-3z',
  Solana: 'M5.5 4h11l-2.5 2.6H3zM3 8.7h11l2.5 2.6h-11zM5.5 13.4h11L14 16H3z',
};
