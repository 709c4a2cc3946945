'use client';
import { useEffect, useRef, useState } from 'react';
import { declineOffer, isOfferDeclined } from '../client/passkeys/offers.js';
import type { LatchkeyError } from '../errors.js';
import type { Session } from '../sessions/session.js';
import { useLatchkey } from './context.js';
import { useAddPasskey, usePasskeySupport, usePasskeys } from './passkeys.js';
import { useWalletKitConfig } from './proxy.js';
import { useLatest } from './useLatest.js';
import { useSession } from './useSession.js';

/** The state of a passkey offer. Each step has its own actions. */
export type PasskeyOfferState =
  /** It is not known yet whether there is an offer. */
  | { readonly at: 'looking' }
  /** No offer: the account has a passkey, the device cannot store one, the configuration has none, or the person declined lately. */
  | { readonly at: 'nothing' }
  | {
      readonly at: 'offered';
      /** Opens the browser's passkey dialog. Call it from a click. */
      readonly create: () => void;
      /** Not now: no offer on this device for 30 days. */
      readonly skip: () => void;
      /** Why the last attempt failed; a closed dialog is no error. */
      readonly problem: LatchkeyError | undefined;
    }
  | {
      /** The browser's dialog is open. It may never answer: both actions work at any time. */
      readonly at: 'waiting';
      readonly cancel: () => void;
      readonly skip: () => void;
    }
  /** The account has one of this device. `authenticatorId` is `undefined` if it had one already. */
  | { readonly at: 'added'; readonly authenticatorId: string | undefined };

/** Options of an offer. */
export type PasskeyOfferOptions = {
  /** Called when there is no offer, or it is over: the person has a passkey, or does not want one now. */
  readonly onDone?: (() => void) | undefined;
};

/**
 * Offers a passkey to a person who has logged in without one, for a screen after a login by code.
 *
 * @example
 * const offer = usePasskeyOffer()
 * if (offer.at === 'offered') return <button onClick={offer.create}>Create a passkey</button>
 */
export function usePasskeyOffer({ onDone }: PasskeyOfferOptions = {}): PasskeyOfferState {
  const client = useLatchkey();
  const { session } = useSession();
  const [step, setStep] = useState(first);
  const standing = useStanding(session);
  const add = useAddPasskey();
  const dialog = useRef<AbortController>(undefined);
  useEffect(() => () => dialog.current?.abort(), []);

  const at = step.at === 'offered' ? standing : step.at;
  const isDone = at === 'nothing' || at === 'added';
  const listener = useLatest(onDone);
  useEffect(() => {
    if (isDone) listener.current?.();
  }, [isDone, listener]);

  const skip = () => {
    dialog.current?.abort();
    if (session) declineOffer(client, session);
    setStep({ at: 'nothing' });
  };
  const cancel = () => {
    dialog.current?.abort();
    setStep(first);
  };
  const create = () => {
    dialog.current = new AbortController();
    const { signal } = dialog.current;
    setStep({ at: 'waiting' });
    add.mutateAsync({ session, signal }).then(
      (authenticatorId) => setStep({ at: 'added', authenticatorId }),
      (error: LatchkeyError) => {
        if (signal.aborted) return;
        if (error.code === 'PASSKEY_ALREADY_REGISTERED') setStep({ at: 'added', authenticatorId: undefined });
        else setStep({ at: 'offered', problem: isChoice(error) ? undefined : error });
      },
    );
  };

  if (step.at === 'added') return step;
  if (step.at === 'waiting') return { at: 'waiting', cancel, skip };
  if (step.at === 'offered' && at === 'offered') return { at: 'offered', create, skip, problem: step.problem };
  return { at: at === 'looking' ? 'looking' : 'nothing' };
}

type Step =
  | { readonly at: 'offered'; readonly problem: LatchkeyError | undefined }
  | { readonly at: 'waiting' }
  | Extract<PasskeyOfferState, { at: 'added' }>
  | { readonly at: 'nothing' };

const first: Step = { at: 'offered', problem: undefined };

/** Whether there is an offer, as far as it is known. */
function useStanding(session: Session | undefined): 'looking' | 'offered' | 'nothing' {
  const client = useLatchkey();
  const support = usePasskeySupport();
  const config = useWalletKitConfig({ select: ({ enabledProviders }) => enabledProviders.includes('passkey') });
  const passkeys = usePasskeys({ select: ({ length }) => length });
  const [isDeclined, setDeclined] = useState<boolean>();
  useEffect(() => {
    if (session) setDeclined(isOfferDeclined(client, session));
  }, [client, session]);
  if (!session) return 'looking';
  if (config.isError || passkeys.isError || config.data === false || isDeclined || (passkeys.data ?? 0) > 0)
    return 'nothing';
  if (!support || !config.data || passkeys.data === undefined || isDeclined === undefined) return 'looking';
  return support.create ? 'offered' : 'nothing';
}

/** A closed dialog is the person's choice, and no error. */
const isChoice = ({ code }: LatchkeyError): boolean => code === 'PASSKEY_CANCELLED' || code === 'PASSKEY_BUSY';
