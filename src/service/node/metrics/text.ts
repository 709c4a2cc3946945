/** Figures of one name. @see Prometheus, "Text-based format", 0.0.4 */
export type Family = {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** One line. */
  readonly help: string;
  readonly samples: readonly Sample[];
};

export type Sample = {
  /** `_bucket`, `_sum` or `_count` of a histogram. */
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
};

/** A family with one figure. */
export const figure = (type: 'counter' | 'gauge', name: string, help: string, value: number): Family => ({
  name,
  type,
  help,
  samples: [{ value }],
});

/** What a scrape is answered. */
export function writeMetrics(families: readonly Family[]): string {
  return families.map(writeFamily).join('');
}

function writeFamily({ name, type, help, samples }: Family): string {
  const lines = samples.map(({ suffix = '', labels = {}, value }) => `${name}${suffix}${writeLabels(labels)} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
}

function writeLabels(labels: Readonly<Record<string, string>>): string {
  const written = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return written.length === 0 ? '' : `{${written.join(',')}}`;
}

const escaped = (value: string): string =>
  value.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));
