'use client';
import { type ReactElement, type ReactNode, useEffect, useId } from 'react';
import type { AddressProof } from '../../client/proofs/addressProof.js';
import { useLatchkey } from '../../hooks/context.js';
import { noteForDeveloper } from '../../hooks/developerNote.js';
import { useAddressProof } from '../../hooks/proofs.js';
import { useSession } from '../../hooks/useSession.js';
import type { ProofMessages } from '../english/proofMessages.js';
import { Icon } from '../icons.js';
import { useWords } from '../loginWords.js';
import { ScreenContext } from '../screenContext.js';
import { themeOf } from '../theme.js';
import { useTelling } from '../useTelling.js';
import { ProofDetails } from './ProofDetails.js';
import type { ProofBadgeProps } from './proofBadgeProps.js';
import { useProofWords } from './proofWords.js';

/** {@link ProofBadge}, once loaded. */
export function Proof({ address, messages, classNames }: ProofBadgeProps): ReactElement | null {
  const { locale } = useWords(undefined).words;
  const { words: ours, dir, areLoading } = useProofWords();
  const words = { ...ours, ...messages };
  const { session } = useSession();
  const { data: proof, error, refetch } = useAddressProof(address);
  useTelling(proof?.state === 'failed' ? proof.error : proof ? undefined : error);
  const client = useLatchkey();
  const clock = client.clock.onDevice;
  const id = useId();
  const isNever = proof?.state === 'none' && (client.settings.verifyProofs ?? 'never') === 'never';
  useEffect(() => {
    if (process.env.NODE_ENV !== 'production' && isNever) noteForDeveloper('PROOFS_NOT_ASKED_FOR');
  }, [isNever]);
  const screen = { ...themeOf(classNames), clock, isBusy: false };
  const { part } = screen;
  if (session === undefined) return null;
  const state = proof?.state ?? (error ? 'unknown' : 'loading');
  return (
    <ScreenContext.Provider value={screen}>
      <div
        data-latchkey="proof"
        data-state={state}
        data-words={areLoading ? 'to come' : undefined}
        lang={locale}
        dir={dir}
        className={classNames?.root}
        aria-busy={state === 'loading'}
      >
        <p {...part('what')} id={id}>
          {state === 'verified' && <Icon name="check" />}
          {state === 'failed' && <Icon name="alert" />}
          <span>{proof ? lineOf(proof, words) : error ? words.notChecked : words.checking}</span>
        </p>
        {state === 'unknown' && (
          <button type="button" {...part('link')} aria-describedby={id} onClick={() => void refetch()}>
            {words.tryAgain}
          </button>
        )}
        {proof && proof.state !== 'none' && (
          <ProofDetails
            {...{ proof, words, locale }}
            address={typeof address === 'string' ? address : address.address}
            describedBy={id}
          />
        )}
      </div>
    </ScreenContext.Provider>
  );
}

function lineOf(proof: AddressProof, words: ProofMessages): ReactNode {
  if (proof.state !== 'verified' || proof.report.state !== 'verified')
    return proof.state === 'verified' ? words.failed : words[proof.state];
  const [before, after] = words.verified;
  return (
    <>
      {before}
      <bdi>{proof.report.name}</bdi>
      {after}
    </>
  );
}
