'use client';
import type { ReactElement } from 'react';
import type { AddressProof } from '../../client/proofs/addressProof.js';
import type { ProofMessages } from '../english/proofMessages.js';
import { useScreen } from '../screenContext.js';
import { latinDigits } from '../timeText.js';

type ProofDetailsProps = {
  proof: Exclude<AddressProof, { state: 'none' }>;
  address: string;
  words: ProofMessages;
  locale: string;
  /** The id of the line that they are about. */
  describedBy: string;
};

/** What was signed, or which step failed, and all of it as a file. */
export function ProofDetails({ proof, address, words, locale, describedBy }: ProofDetailsProps): ReactElement {
  const { part } = useScreen();
  return (
    <details {...part('details')}>
      <summary {...part('summary')} aria-describedby={describedBy}>
        {words.details}
      </summary>
      <dl {...part('list')}>
        {factsOf(proof, words, locale).map(([label, value]) => (
          <div key={label} {...part('item')}>
            <dt {...part('label')}>{label}</dt>
            <dd {...part('value')} dir="ltr">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <button
        type="button"
        {...part('link')}
        aria-describedby={describedBy}
        onClick={() => saveFile(fileOf(proof, address))}
      >
        {words.save}
      </button>
    </details>
  );
}

type Fact = readonly [label: string, value: string];

function factsOf(proof: ProofDetailsProps['proof'], words: ProofMessages, locale: string): Fact[] {
  if (proof.state === 'failed') {
    const { code } = proof.error;
    const { expected, received } = 'expected' in proof.error ? proof.error : {};
    return present([
      [words.reference, code],
      [words.expected, expected],
      [words.received, received],
    ]);
  }
  const { address, path, provedAtMs, attestedAtMs, moduleId, rootFingerprint } = proof.report;
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...latinDigits });
  return present([
    [words.address, address],
    [words.path, path],
    [words.proved, time.format(provedAtMs)],
    [words.attested, time.format(attestedAtMs)],
    [words.enclave, moduleId],
    [words.root, rootFingerprint],
  ]);
}

const present = (facts: readonly (readonly [string, string | undefined])[]): Fact[] =>
  facts.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const]));

/** A file of JSON. */
type ProofFile = { readonly name: string; readonly content: object };

function fileOf(proof: ProofDetailsProps['proof'], address: string): ProofFile {
  const name = `proof-${address}.json`;
  if (proof.state !== 'failed') return { name, content: proof.report };
  const { code, message } = proof.error;
  const difference =
    'expected' in proof.error ? { expected: proof.error.expected, received: proof.error.received } : {};
  return { name, content: { state: 'failed', address, code, message, ...difference } };
}

/** Lets the browser save a file. Its URL is of this page, which no policy of content forbids to be saved. */
function saveFile({ name, content }: ProofFile): void {
  const text = `${JSON.stringify(content, undefined, 2)}\n`;
  const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000); // some browsers read it later than the click
}
