/** Units of a span of time, in seconds, the longest first. */
export const units = { days: 86_400, hours: 3600, minutes: 60, seconds: 1 } as const;
export type Unit = keyof typeof units;

/** A span of time as people write it: `7`, `days`. */
export type Span = { readonly amount: string; readonly unit: Unit };

const names = Object.keys(units) as Unit[];

/** In the longest unit that leaves no rest. */
export function spanOf(seconds: number): Span {
  const unit = names.find((name) => seconds > 0 && seconds % units[name] === 0) ?? 'seconds';
  return { amount: String(seconds / units[unit]), unit };
}

export const secondsOf = ({ amount, unit }: Span): number => Math.round(Number(amount) * units[unit]);

/** In words: `7 days`, `1 hour`. */
export const wordsOf = ({ amount, unit }: Span): string =>
  `${Number(amount).toLocaleString('en')} ${Number(amount) === 1 ? unit.slice(0, -1) : unit}`;
