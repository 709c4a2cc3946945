'use client';
import type { ReactElement } from 'react';
import { useLatchkey } from '../../hooks/context.js';
import { useCreateWallet } from '../../hooks/wallets.js';
import type { WalletMessages } from '../english/walletMessages.js';
import { MessageLine } from '../MessageLine.js';
import { useScreen } from '../screenContext.js';
import { Problem } from '../suspended/Problem.js';
import { useAddAttempt } from './AddAccount.js';

type AddWalletProps = { words: WalletMessages; onAdded: (address: string) => void };

/** For a person without any account: the button that makes the wallet of the settings. Nothing, where they say that there is none. */
export function AddWallet({ words, onAdded }: AddWalletProps): ReactElement | null {
  const { part } = useScreen();
  const { wallet } = useLatchkey().settings;
  const { mutateAsync: create } = useCreateWallet();
  const attempt = useAddAttempt(words);
  if (wallet === null) return null;
  const add = () =>
    attempt.run(async () => {
      const { addresses } = await create(wallet);
      onAdded(addresses[0] ?? '');
    });
  return (
    <>
      <button
        type="button"
        {...part('submit')}
        aria-disabled={attempt.isBusy}
        data-state={attempt.isBusy ? 'busy' : undefined}
        onClick={() => void add()}
      >
        {words.addAccount}
      </button>
      <MessageLine>{attempt.problem && <Problem code={attempt.code} sentence={attempt.problem} />}</MessageLine>
    </>
  );
}
