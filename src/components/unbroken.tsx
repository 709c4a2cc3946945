'use client';
import { Fragment, type HTMLAttributes, type ReactNode } from 'react';

/** A text whose shortened addresses stay on one line each, in an element with these attributes. */
export const unbroken = (text: string, attributes: HTMLAttributes<HTMLSpanElement>): ReactNode =>
  text.split(/(\b\w{6}…\w{4}\b)/).map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other key
      <span key={at} {...attributes}>
        {piece}
      </span>
    ),
  );

/** A contact that breaks before its `@` and dots, where it must break at all. */
export const breakable = (contact: string): ReactNode =>
  contact.split(/(?=[@.])/).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other key
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
