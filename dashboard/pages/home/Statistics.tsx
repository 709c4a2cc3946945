import { useGetStatistics } from 'latchkey';
import type { GetStatisticsResponse, Statistic } from 'latchkey/contract';
import type { ReactElement } from 'react';
import { Answer } from '../../parts/Answer.js';
import { Bars } from '../../parts/Bars.js';
import { Empty } from '../../parts/Page.js';
import {
  beginningOf,
  endOfHour,
  momentName,
  momentsOf,
  type RangeName,
  rangeNames,
  ranges,
} from '../../parts/range.js';
import { byMethod, methodWords, ofKind, stepWords, sum } from '../../parts/statistics.js';
import { Table } from '../../parts/Table.js';
import { To, usePlace } from '../../place.js';

/** How people come in and what keeps them out, in numbers. */
export function Statistics(): ReactElement {
  const asked = usePlace().search.get('range');
  const range = rangeNames.find((name) => name === asked) ?? 'day';
  return (
    <>
      <div className="chips">
        {rangeNames.map((name) => (
          <To key={name} path={name === 'day' ? '' : `?range=${name}`} current={name === range ? 'true' : undefined}>
            {ranges[name].words}
          </To>
        ))}
      </div>
      <Numbers key={range} range={range} />
    </>
  );
}

function Numbers({ range }: { readonly range: RangeName }): ReactElement {
  const now = new Date();
  const { resolution } = ranges[range];
  const found = useGetStatistics({ from: String(beginningOf(range, now)), to: String(endOfHour(now)), resolution });
  return (
    <Answer of={found}>
      {({ spans }) =>
        spans.length === 0 ? (
          <Empty>
            <p>Nobody has logged in, signed up or signed in this time.</p>
            <To path="/login" className="button">
              Open login settings
            </To>
          </Empty>
        ) : (
          <Found spans={spans} range={range} moments={momentsOf(range, now)} />
        )
      }
    </Answer>
  );
}

type FoundProps = {
  readonly spans: GetStatisticsResponse['spans'];
  readonly range: RangeName;
  readonly moments: readonly number[];
};

const charts = [
  { kind: 'LOGIN', title: 'Logins' },
  { kind: 'SIGNUP', title: 'Sign-ups' },
  { kind: 'SIGNATURE', title: 'Signatures' },
  { kind: 'FAILURE', title: 'Failures' },
] as const;

function Found({ spans, range, moments }: FoundProps): ReactElement {
  const barsOf = (kind: Statistic['kind']) =>
    moments.map((atMs) => ({
      name: momentName(range, atMs),
      value: sum(
        ofKind(
          spans.filter(({ from }) => Number(from) === atMs),
          kind,
        ),
      ),
    }));
  return (
    <>
      <div className="tiles">
        {charts.map(({ kind, title }) => (
          <Bars key={kind} title={title} of={ranges[range].of} bars={barsOf(kind)} />
        ))}
      </div>
      <Methods spans={spans} />
      <Failures failures={ofKind(spans, 'FAILURE')} />
      <p className="hint">
        Numbers are about right: they are written down every ten seconds, and a crash may lose the last of them.
      </p>
    </>
  );
}

function Methods({ spans }: Pick<FoundProps, 'spans'>): ReactElement {
  const rows = charts
    .filter(({ kind }) => kind !== 'FAILURE')
    .flatMap(({ kind, title }) => byMethod(spans, kind).map(([method, times]) => ({ kind, title, method, times })));
  return (
    <Table columns={['How', 'What', 'About']}>
      {rows.map(({ kind, title, method, times }) => (
        <tr key={`${kind} ${method}`}>
          <th scope="row">
            <bdi>{methodWords(method)}</bdi>
          </th>
          <td>{title}</td>
          <td>{times.toLocaleString('en')}</td>
        </tr>
      ))}
    </Table>
  );
}

const mostFailures = 20;

function Failures({ failures }: { readonly failures: readonly Statistic[] }): ReactElement | null {
  const sums = new Map<string, Statistic>();
  for (const failure of failures) {
    const name = `${failure.step} ${failure.method} ${failure.code}`;
    sums.set(name, { ...failure, times: failure.times + (sums.get(name)?.times ?? 0) });
  }
  if (sums.size === 0) return null;
  const rows = [...sums].sort(([, one], [, other]) => other.times - one.times).slice(0, mostFailures);
  return (
    <>
      <h3>What failed</h3>
      <Table columns={['Step', 'Reason', 'About']}>
        {rows.map(([name, { step = '', method, code, times }]) => (
          <tr key={name}>
            <th scope="row">
              {stepWords(step)}
              {method !== undefined && ` (${methodWords(method)})`}
            </th>
            <td>
              <code>{code}</code>
            </td>
            <td>{times.toLocaleString('en')}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}
