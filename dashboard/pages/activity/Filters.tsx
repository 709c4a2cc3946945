import { useListUsers } from 'latchkey';
import type { Activity } from 'latchkey/contract';
import { type ReactElement, useState } from 'react';
import { typeWords } from '../../parts/activityWords.js';
import { SearchForm } from '../../parts/SearchForm.js';
import { Id } from '../../parts/texts.js';
import { go, To } from '../../place.js';
import {
  everything,
  type Filter,
  isFingerprint,
  isId,
  kinds,
  type StatusName,
  searchOf,
  statuses,
  type TimeName,
  times,
} from './filter.js';

const pathOf = (filter: Filter): string => `/activity${searchOf(filter)}`;

type FiltersProps = {
  readonly filter: Filter;
  /** What is listed now. Not everybody who asked for some of it is a user of the organization. */
  readonly listed: readonly Activity[];
};

/** Read in a row, they are a sentence: “Failed · of every kind · by Ada · in the last 24 hours”. */
export function Filters({ filter, listed }: FiltersProps): ReactElement {
  const { status, kind, time, organization } = filter;
  const changed = (change: Partial<Filter>): string => pathOf({ ...filter, ...change });
  const change = (to: Partial<Filter>) => go(changed(to), { replace: true });
  return (
    <search className="form">
      {organization !== undefined && (
        <p>
          Of the sub-organization <Id value={organization} name="the sub-organization’s id" />{' '}
          <To path={changed({ organization: undefined, by: undefined })}>Show the organization’s own</To>
        </p>
      )}
      <div className="chips">
        <To path={changed({ status: undefined })} current={status === undefined ? 'true' : undefined}>
          All
        </To>
        {(Object.keys(statuses) as StatusName[]).map((name) => (
          <To key={name} path={changed({ status: name })} current={status === name ? 'true' : undefined}>
            {statuses[name].words}
          </To>
        ))}
        <select
          aria-label="Kind of activity"
          value={kind ?? ''}
          onChange={({ target }) => change({ kind: target.value || undefined })}
        >
          <option value="">of every kind</option>
          {sortedKinds.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
        <By filter={filter} listed={listed} onChange={change} />
        <select
          aria-label="Time"
          value={time ?? ''}
          onChange={({ target }) =>
            change({ time: (target.value || undefined) as TimeName | undefined, from: undefined, to: undefined })
          }
        >
          <option value="">at any time</option>
          {Object.entries(times).map(([name, { words }]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
        {time === 'days' && <Days filter={filter} onChange={change} />}
      </div>
      <ByText filter={filter} />
    </search>
  );
}

/** By their words, which begin with what is done. */
const sortedKinds = [...kinds.keys()]
  .map((kind) => [kind, typeWords(kind)] as const)
  .sort(([, one], [, other]) => (one < other ? -1 : 1));

type PartProps = { readonly filter: Filter; readonly onChange: (change: Partial<Filter>) => void };

/** Who asked for it, of the users that there are; and whoever the address names. */
function By({ filter: { by, organization }, listed, onChange }: PartProps & FiltersProps): ReactElement {
  const users = useListUsers({ organizationId: organization }).data?.users ?? [];
  const known = new Map(users.map(({ userId, userName }) => [userId, userName]));
  for (const { votes } of listed) {
    const [first] = votes;
    if (first?.user && !known.has(first.userId)) known.set(first.userId, first.user.userName);
  }
  const names = [...known]
    .map(([userId, userName]) => ({ userId, userName }))
    .sort((one, other) => one.userName.localeCompare(other.userName));
  return (
    <select
      aria-label="Who asked for it"
      value={by ?? ''}
      onChange={({ target }) => onChange({ by: target.value || undefined })}
    >
      <option value="">by anybody</option>
      {names.map(({ userId, userName }) => (
        <option key={userId} value={userId}>
          by {userName}
        </option>
      ))}
      {by !== undefined && !names.some(({ userId }) => userId === by) && <option value={by}>by {by}</option>}
    </select>
  );
}

/** Whole days, as they are where the reader is. */
function Days({ filter: { from, to }, onChange }: PartProps): ReactElement {
  return (
    <>
      <label>
        from{' '}
        <input
          type="date"
          value={from ?? ''}
          max={to}
          onChange={({ target }) => onChange({ from: target.value || undefined })}
        />
      </label>
      <label>
        to{' '}
        <input
          type="date"
          value={to ?? ''}
          min={from}
          onChange={({ target }) => onChange({ to: target.value || undefined })}
        />
      </label>
    </>
  );
}

/** An id opens its activity; a fingerprint, which other root users are asked to approve, leads to the one that has it. */
function ByText({ filter }: { readonly filter: Filter }): ReactElement {
  const [faulty, setFaulty] = useState<string>(); // the filter beside which the text was typed
  const search = (typed: string) => {
    const text = typed.toLowerCase();
    const fingerprint = /^[\da-f]{64}$/.test(text) ? `sha256:${text}` : text;
    const isKnown = text === '' || isId(text) || isFingerprint(fingerprint);
    setFaulty(isKnown ? undefined : searchOf(filter));
    if (text === '') go(pathOf({ ...filter, fingerprint: undefined }));
    else if (isId(text)) go(`/activity/${text}${searchOf(filter)}`);
    else if (isKnown) go(pathOf({ ...everything, organization: filter.organization, fingerprint }));
  };
  return (
    <SearchForm
      id="activity-search"
      label="Id or fingerprint"
      asked={filter.fingerprint}
      fault={faulty === searchOf(filter) ? 'That is neither an id nor a fingerprint.' : undefined}
      onSearch={search}
    />
  );
}
