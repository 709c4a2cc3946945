'use client';
import { type ReactElement, useEffect, useState } from 'react';
import { useLatchkey } from '../../hooks/context.js';
import { copyText } from '../copyText.js';
import type { WalletMessages } from '../english/walletMessages.js';
import { MessageLine } from '../MessageLine.js';
import { useLoginScreen } from '../screenContext.js';
import { kindOfAddress, kindOfChain } from './networks.js';
import { QrCode } from './QrCode.js';
import { WalletSection } from './WalletSection.js';
import type { ReceiveScreenProps } from './walletProps.js';
import { useWalletWords } from './walletWords.js';

/** {@link ReceiveScreen}, once loaded. */
export function Receive({
  address,
  chainId,
  messages,
  classNames,
  elevation,
  onBack,
}: ReceiveScreenProps): ReactElement {
  const { words, areLoading } = useWalletWords(messages);
  const { chains = [] } = useLatchkey().settings;
  const kind = kindOfAddress(address);
  const chain = chains.find((each) => (chainId === undefined ? kindOfChain(each) === kind : each.id === chainId));
  const network = chain?.name ?? (kind === 'other' ? undefined : kind);
  return (
    <WalletSection
      name="receive"
      state="ready"
      title={words.receiveTitle}
      back={words.back}
      areWordsLoading={areLoading}
      {...{ onBack, elevation, classNames }}
    >
      <AddressBody {...{ address, network, words }} />
    </WalletSection>
  );
}

type AddressBodyProps = { address: string; network: string | undefined; words: WalletMessages };

function AddressBody({ address, network, words }: AddressBodyProps): ReactElement {
  const { part, messages } = useLoginScreen();
  const [said, setSaid] = useState<string>();
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare('share' in navigator), []); // a server does not know

  async function copy() {
    setSaid((await copyText(address)) ? messages.copied : words.copyFailed);
  }

  return (
    <div {...part('body')}>
      <QrCode text={address} words={words} />
      <p {...part('address')} dir="ltr" translate="no">
        {groupsOf(address).map((group, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups of an address have no other key
          <span key={at}>{group}</span>
        ))}
      </p>
      {network !== undefined && <p {...part('lead')}>{words.onlyOn(network)}</p>}
      <button type="button" {...part('submit')} onClick={() => void copy()}>
        {messages.copyAddress}
      </button>
      {canShare && (
        <button type="button" {...part('secondary')} onClick={() => void share(address)}>
          {words.share}
        </button>
      )}
      <MessageLine role="status">{said}</MessageLine>
    </div>
  );
}

/** Whoever closes the browser's dialog has chosen so. */
const share = (text: string): Promise<void> => navigator.share({ text }).catch(() => {});

/** Groups of four, behind what the form begins with. They stand apart, and are copied as one. */
function groupsOf(address: string): readonly string[] {
  const [start = '', rest = address] = /^0x/.test(address) ? ['0x', address.slice(2)] : [];
  const [first = '', ...more] = rest.match(/.{1,4}/g) ?? [];
  return [start + first, ...more];
}
