'use client';
import { type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import type { ActivityPendingError } from '../../client/activityPendingError.js';
import type { MnemonicReading } from '../../client/transfer/readMnemonic.js';
import type { WalletAccountParams } from '../../contract/shapes.js';
import { useImportPrivateKey, useImportWallet } from '../../hooks/importSecrets.js';
import { useTypedSecrets } from '../../hooks/typedSecrets.js';
import type { TransferMessages } from '../english/transferMessages.js';
import { useScreen } from '../screenContext.js';
import { PassphraseField } from './PassphraseField.js';
import { PhraseNotes } from './PhraseNotes.js';
import { emptyFields, secretField, unrecorded, useEmptiedFields } from './secretField.js';
import { SubmitAttempt, useTransferAttempt } from './transferAttempt.js';
import type { ImportedSecret } from './transferProps.js';

/** The kind of import: a wallet by its words, or one private key. */
export type ImportKind = 'phrase' | 'key';

type ImportFormProps = {
  words: TransferMessages;
  kind: ImportKind;
  /** The last attempt's error, at a later step. */
  code: string | undefined;
  accounts: readonly WalletAccountParams[] | undefined;
  onKind: (kind: ImportKind) => void;
  onCode: (code: string | undefined) => void;
  onImported: (imported: ImportedSecret) => void;
  onPending: (error: ActivityPendingError) => void;
  onCancel: (() => void) | undefined;
};

/** The form of an import: checks the words or the key while they are typed, and imports them. Only the fields hold them. */
export function ImportForm(props: ImportFormProps): ReactElement {
  const { words, kind, code, accounts, onKind, onCode, onImported, onPending, onCancel } = props;
  const { part } = useScreen();
  const isPhrase = kind === 'phrase';
  const named = isPhrase ? words.walletNamed : words.keyNamed;
  const secrets = useTypedSecrets(accounts);
  const importWallet = useImportWallet();
  const importKey = useImportPrivateKey();
  const secret = useRef<HTMLTextAreaElement>(null);
  const passphrase = useRef<HTMLInputElement>(null);
  const name = useRef<HTMLInputElement>(null);
  const looks = useRef(0);
  const [reading, setReading] = useState<MnemonicReading>();
  const [address, setAddress] = useState<string>();
  const attempt = useTransferAttempt(words, (error) => {
    if (error.code.startsWith('NAME')) name.current?.focus();
    const isPending = error.code.startsWith('ACTIVITY_') && 'activity' in error;
    if (isPending) {
      emptyFields(secret, passphrase);
      onPending(error as ActivityPendingError);
    }
    return isPending;
  });
  const id = useId();
  useEmptiedFields(secret, passphrase);
  useEffect(() => onCode(attempt.code), [attempt.code, onCode]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once
  useEffect(() => {
    if (code !== undefined) attempt.refuse(code);
  }, [code]);

  /** Checks the current text of the fields; a result for older text is dropped. */
  async function look() {
    looks.current += 1;
    const turn = looks.current;
    const isNow = () => turn === looks.current;
    attempt.forgive();
    const text = () => secret.current?.value ?? '';
    try {
      const next = isPhrase ? await secrets.readWords(text()) : undefined;
      if (!isNow()) return;
      setReading(next);
      if (next && next.verdict !== 'ok') return setAddress(undefined);
      const found = await (next
        ? secrets.addressOfWords(text(), passphrase.current?.value ?? '')
        : secrets.addressOfKey(text()));
      if (isNow()) setAddress(found);
    } catch (error) {
      if (isNow()) attempt.refuse(codeOf(error));
    }
  }

  function replace(place: number, word: string) {
    if (secret.current === null) return;
    secret.current.value = secrets.withWord(secret.current.value, place, word);
    secret.current.focus();
    void look();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (attempt.isBusy) return;
    // The name field appears with the first address; without it the default name is used.
    const title = (name.current?.value ?? named).trim();
    const fault = (await faultOf().catch(codeOf)) ?? (title === '' ? 'NAME_MISSING' : undefined);
    if (fault !== undefined) {
      attempt.refuse(fault);
      return void (fault === 'NAME_MISSING' ? name : secret).current?.focus();
    }
    await attempt.run(async () => {
      const imported = await send(title);
      emptyFields(secret, passphrase);
      onImported(imported);
    });
  }

  async function faultOf(): Promise<string | undefined> {
    const text = secret.current?.value ?? '';
    if (!isPhrase) return (await secrets.addressOfKey(text)) === undefined ? 'PRIVATE_KEY_INVALID' : undefined;
    return faults[(await secrets.readWords(text)).verdict];
  }

  async function send(title: string): Promise<ImportedSecret> {
    const typed = () => secret.current?.value ?? '';
    if (!isPhrase) {
      const { privateKeyId, addresses } = await importKey.mutateAsync({ privateKeyName: title, privateKey: typed });
      return { privateKeyId, address: addresses[0]?.address };
    }
    const { walletId, addresses } = await importWallet.mutateAsync({
      walletName: title,
      mnemonic: typed,
      passphrase: () => passphrase.current?.value ?? '',
      accounts,
    });
    return { walletId, address: addresses[0] };
  }

  const isSound = isPhrase ? reading?.verdict === 'ok' : address !== undefined;
  const isInvalid = /^(WORD|TOO_MANY_WORDS|MNEMONIC|PRIVATE_KEY_INVALID)/.test(attempt.code ?? '');
  return (
    <form
      {...part('body')}
      method="dialog"
      noValidate
      aria-busy={attempt.isBusy}
      onSubmit={(event) => void submit(event)}
    >
      <p {...part('lead')}>{isPhrase ? words.importLead : words.keyLead}</p>
      <div {...part('field')}>
        <div {...part('caption')}>
          <label {...part('label')} htmlFor={id}>
            {isPhrase ? words.phrase : words.privateKey}
          </label>
          <button type="button" {...part('link')} onClick={() => onKind(isPhrase ? 'key' : 'phrase')}>
            {isPhrase ? words.usePrivateKey : words.usePhrase}
          </button>
        </div>
        <textarea
          ref={secret}
          id={id}
          {...unrecorded(part('area'))}
          {...secretField}
          rows={isPhrase ? 4 : 3}
          aria-invalid={isInvalid || undefined}
          aria-describedby={`${id}-notes`}
          readOnly={attempt.isBusy}
          onInput={() => void look()}
        />
        <div id={`${id}-notes`} {...part('message')}>
          {isPhrase ? <PhraseNotes {...{ words, reading }} isRefused={isInvalid} onReplace={replace} /> : words.keyHint}
        </div>
      </div>
      {isPhrase && <PassphraseField words={words} field={passphrase} onInput={() => void look()} />}
      {address !== undefined && (
        <FirstAddress label={isPhrase ? words.firstAddress : words.address} address={address} />
      )}
      {isSound && (
        <div {...part('field')}>
          <div {...part('caption')}>
            <label {...part('label')} htmlFor={`${id}-name`}>
              {words.name}
            </label>
          </div>
          <input
            ref={name}
            id={`${id}-name`}
            {...part('input')}
            autoComplete="off"
            maxLength={100}
            defaultValue={named}
            aria-invalid={attempt.code?.startsWith('NAME')}
            aria-describedby={`${id}-problem`}
            readOnly={attempt.isBusy}
            onInput={attempt.forgive}
          />
        </div>
      )}
      <SubmitAttempt id={`${id}-problem`} attempt={attempt} label={isPhrase ? words.importWallet : words.importKey} />
      {onCancel && (
        <button type="button" {...part('secondary')} onClick={onCancel}>
          {words.cancel}
        </button>
      )}
    </form>
  );
}

/** The address of the wallet or key, before anything is sent: in full, since it is there to be compared. */
function FirstAddress({ label, address }: { label: string; address: string }): ReactElement {
  const { part } = useScreen();
  return (
    <p {...part('preview')} role="status">
      <span {...part('label')}>{label}</span>
      <bdi {...part('value')} dir="ltr">
        {address}
      </bdi>
    </p>
  );
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? 'OTHER';

/** The errors of words that are submitted too early. */
const faults: { readonly [V in MnemonicReading['verdict']]: string | undefined } = {
  unfinished: 'WORDS_MISSING',
  unknown: 'WORD_UNKNOWN',
  tooMany: 'TOO_MANY_WORDS',
  checksum: 'MNEMONIC_INVALID',
  ok: undefined,
};
