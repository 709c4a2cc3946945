import { type ReactElement, useEffect, useState } from 'react';

/** A moment, in the reader's own words and time; the exact one is its title. */
export function When({ at }: { readonly at: string | number | Date }): ReactElement | null {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return null; // some records have no time
  return (
    <time dateTime={date.toISOString()} title={date.toISOString()}>
      {date.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  );
}

/** The same of a record's timestamp: seconds as text. @see docs/wire.md 2.2 */
export const timeOf = (at: { readonly seconds: string } | string | undefined): number =>
  typeof at === 'object' ? Number(at.seconds) * 1000 : Date.parse(at ?? '');

/** A name that somebody gave. One of which nobody sees anything leaves no link to press. */
export const named = (name: string): string => (visible.test(name) ? name : 'No name');

/** Something that is drawn; a Braille pattern without a dot is not. */
const visible = /[^\p{White_Space}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** An id, shortened for the eye and whole for the clipboard. */
export function Id({ value, name }: { readonly value: string; readonly name: string }): ReactElement {
  return (
    <span className="id">
      <code title={value}>{value.length > 13 ? `${value.slice(0, 8)}…${value.slice(-4)}` : value}</code>
      <Copy value={value} name={name} />
    </span>
  );
}

/** Copies a text. @param name - what it is, for the button's name */
export function Copy({ value, name }: { readonly value: string; readonly name: string }): ReactElement {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <button type="button" className="link" onClick={() => void copy()} aria-label={`Copy ${name}`}>
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  );
}
