import { parseArgs } from 'node:util';

/** Whole numbers given as `--name 30`, each with its default. */
export function numbers<Name extends string>(defaults: Record<Name, number>): Record<Name, number> {
  const names = Object.keys(defaults) as Name[];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ options, strict: true });
  const read = (name: Name): number => {
    const given = values[name];
    if (given === undefined) return defaults[name];
    const number = Number(given);
    if (!Number.isSafeInteger(number) || number < 0) throw new Error(`--${name} takes a whole number, not ${given}.`);
    return number;
  };
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, number>;
}
