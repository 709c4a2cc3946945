import { dashboard } from './dashboard/how.js';
import type { Figure } from './figure.js';
import { growth } from './growth/how.js';
import { kit, page } from './how.js';
import type { Need } from './needs.js';
import type { BenchOptions } from './options.js';
import { processes } from './processes/how.js';
import { service } from './service/how.js';

export type Measure = (options: BenchOptions) => Promise<readonly Figure[]>;

/** A group of figures that are measured together: its results are `results/<name>.json`, its chapter in the README follows. */
export type Part = {
  readonly name: string;
  readonly title: string;
  /** Markdown: how each figure is measured. */
  readonly how: string;
  /** Folders below `peers/`, whose packages stand beside ours. */
  readonly peers: readonly string[];
  /** What the machine must have. */
  readonly needs: readonly Need[];
  readonly load: () => Promise<{ readonly measure: Measure }>;
};

export const parts: readonly Part[] = [
  {
    name: 'kit',
    title: 'What the kit weighs, and how fast it signs',
    how: kit,
    peers: ['turnkey', 'hanko', 'stampers'],
    needs: [],
    load: () => import('./kit/measure.js'),
  },
  {
    name: 'page',
    title: 'What a page with the login screen costs',
    how: page,
    peers: [],
    needs: [],
    load: () => import('./page/measure.js'),
  },
  {
    name: 'service',
    title: 'What the service does in a second, and what it takes',
    how: service,
    peers: [],
    needs: ['Linux', 'two cores'],
    load: () => import('./service/measure.js'),
  },
  {
    name: 'growth',
    title: 'What growth costs',
    how: growth,
    peers: [],
    needs: [],
    load: () => import('./growth/measure.js'),
  },
  {
    name: 'processes',
    title: 'One process and two on one PostgreSQL',
    how: processes,
    peers: [],
    needs: ['Linux', 'PostgreSQL'],
    load: () => import('./processes/measure.js'),
  },
  {
    name: 'dashboard',
    title: 'What a page of the dashboard takes',
    how: dashboard,
    peers: [],
    needs: [],
    load: () => import('./dashboard/measure.js'),
  },
];
