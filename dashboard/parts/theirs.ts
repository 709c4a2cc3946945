import type { HookError } from 'latchkey';
import { useState } from 'react';

/** A query of what is edited here, to be asked only when somebody else has changed it. */
type Newest<Data> = {
  readonly isFetching: boolean;
  readonly refetch: () => Promise<{ readonly data: Data | undefined; readonly error: HookError | null }>;
};

type Theirs<Item> = {
  /** What somebody else has made of it meanwhile; undefined before that is known. */
  readonly theirs: Item | undefined;
  readonly isFetching: boolean;
  /** Given to the change that names its `expectedRevision`. */
  readonly onError: (error: HookError) => void;
  /** What is told of the change's error: that somebody else has changed it is shown, not told. */
  readonly told: (error: HookError | null) => HookError | null;
};

/** Asks for what somebody else has made of something, once a change of it is refused by the code `changed`. */
export function useTheirs<Data, Item>(
  newest: Newest<Data>,
  itemOf: (data: Data) => Item,
  changed: HookError['code'],
): Theirs<Item> {
  const [theirs, setTheirs] = useState<Item>();
  const [refusal, setRefusal] = useState<HookError | null>(null);
  const show = async () => {
    const { data, error } = await newest.refetch();
    setRefusal(error);
    if (data && !error) setTheirs(itemOf(data));
  };
  return {
    theirs,
    isFetching: newest.isFetching,
    onError({ code }) {
      if (code === changed) void show();
    },
    told: (error) => refusal ?? (error?.code === changed ? null : error),
  };
}

/** The member of a change that holds for this revision alone; nothing for what an older service answered. */
export const onlyFor = (revision: string | undefined): { readonly expectedRevision?: string } =>
  revision === undefined ? {} : { expectedRevision: revision };
