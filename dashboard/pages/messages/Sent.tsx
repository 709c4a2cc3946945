import { useListMessages } from 'latchkey';
import type { ListMessagesRequest, MessageKind, MessageRecord, MessageState } from 'latchkey/contract';
import { type ReactElement, useState } from 'react';
import { Answer } from '../../parts/Answer.js';
import { OlderNewer } from '../../parts/OlderNewer.js';
import { Part } from '../../parts/Page.js';
import { SearchForm } from '../../parts/SearchForm.js';
import { Table } from '../../parts/Table.js';
import { timeOf, When } from '../../parts/texts.js';
import { channels, messageKinds, messageStates, refusalText } from './words.js';

const pageSize = 20;

type Filter = Pick<ListMessagesRequest, 'state' | 'kind' | 'contact'>;

/** What was sent in the last week, and what was not, and why. A contact that is typed stands in no address. */
export function Sent(): ReactElement {
  const [filter, setFilter] = useState<Filter>({});
  const [before, setBefore] = useState<readonly string[]>([]); // the last message of each page before this one
  const after = before.at(-1);
  const paginationOptions = { limit: String(pageSize), ...(after !== undefined && { after }) };
  const page = useListMessages(
    { ...filter, paginationOptions },
    { refetchInterval: ({ state }) => state.data?.messages.some((each) => each.state === 'WAITING') && everyMs },
  );
  const change = (changed: Filter) => {
    setFilter(Object.fromEntries(Object.entries({ ...filter, ...changed }).filter(([, value]) => value !== undefined)));
    setBefore([]);
  };
  const last = page.data?.messages.at(-1)?.messageId;
  const isFull = page.data?.messages.length === pageSize;
  return (
    <Part title="Sent in the last 7 days">
      <Filters filter={filter} onChange={change} isBusy={page.isFetching} onRefresh={() => void page.refetch()} />
      <Answer of={page}>
        {({ messages }) =>
          messages.length === 0 ? (
            <p role="status" className="soft">
              {before.length === 0 ? 'No message is like that.' : 'There is nothing older.'}
            </p>
          ) : (
            <MessageTable messages={messages} />
          )
        }
      </Answer>
      <OlderNewer before={before} next={isFull ? last : undefined} onChange={setBefore} />
    </Part>
  );
}

/** How often one looks while something waits to be sent, in milliseconds. */
const everyMs = 5000;

type FiltersProps = {
  readonly filter: Filter;
  readonly onChange: (changed: Filter) => void;
  readonly isBusy: boolean;
  readonly onRefresh: () => void;
};

function Filters({ filter, onChange, isBusy, onRefresh }: FiltersProps): ReactElement {
  const search = (typed: string) => {
    // As people write numbers: +1 (415) 555-0100.
    const contact = typed.includes('@') ? typed : typed.replaceAll(/[\s().-]/g, '');
    onChange({ contact: contact || undefined });
  };
  return (
    <search className="form">
      <div className="chips">
        <select
          aria-label="State"
          value={filter.state ?? ''}
          onChange={({ target }) => onChange({ state: (target.value || undefined) as MessageState | undefined })}
        >
          <option value="">Sent or not</option>
          {Object.entries(messageStates).map(([state, { words }]) => (
            <option key={state} value={state}>
              {words}
            </option>
          ))}
        </select>
        <select
          aria-label="Kind of message"
          value={filter.kind ?? ''}
          onChange={({ target }) => onChange({ kind: (target.value || undefined) as MessageKind | undefined })}
        >
          <option value="">of every kind</option>
          {Object.entries(messageKinds).map(([kind, words]) => (
            <option key={kind} value={kind}>
              {words}
            </option>
          ))}
        </select>
        <button type="button" disabled={isBusy} onClick={onRefresh}>
          Refresh
        </button>
      </div>
      <SearchForm id="messages-contact" label="To an email or phone number" onSearch={search} />
    </search>
  );
}

/** Messages in rows, without what they say. */
function MessageTable({ messages }: { readonly messages: readonly MessageRecord[] }): ReactElement {
  return (
    <div className="messages">
      <Table columns={['Message', 'State', { wide: 'Tries' }, 'Time']}>
        {messages.map(({ messageId, kind, channel, state, tries, refusal, createdAt }) => (
          <tr key={messageId}>
            <th scope="row">
              {messageKinds[kind]} <span className="soft">by {channels[channel]}</span>
            </th>
            <td>
              <span className={messageStates[state].look}>{messageStates[state].words}</span>
              {refusal !== undefined && state !== 'SENT' && <p className="hint">{refusalText(refusal)}</p>}
            </td>
            <td className="wide">{tries}</td>
            <td>
              <When at={timeOf(createdAt)} />
            </td>
          </tr>
        ))}
      </Table>
    </div>
  );
}

/** The newest messages to one contact. */
export function MessagesTo({ contact }: { readonly contact: string }): ReactElement {
  const found = useListMessages({ contact, paginationOptions: { limit: '5' } });
  return (
    <Answer of={found}>
      {({ messages }) =>
        messages.length === 0 ? (
          <p className="soft">Nothing was sent in the last 7 days.</p>
        ) : (
          <ol className="timeline">
            {messages.map(({ messageId, kind, channel, state, refusal, createdAt }) => (
              <li key={messageId}>
                {messageKinds[kind]} by {channels[channel]}{' '}
                <span className={messageStates[state].look}>{messageStates[state].words}</span>
                <br />
                <span className="soft">
                  <When at={timeOf(createdAt)} /> {refusal !== undefined && state !== 'SENT' && refusalText(refusal)}
                </span>
              </li>
            ))}
          </ol>
        )
      }
    </Answer>
  );
}
