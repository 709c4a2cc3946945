import type { Figure } from '../figure.js';
import { type BenchOptions, scaled } from '../options.js';
import { figuresOf, type Grown } from './figures.js';
import { type Place, places } from './place.js';
import { gather, type Population } from './population.js';
import { trips } from './trips.js';

/** The same requests in stores of each size, on each database engine that the machine has. */
export async function measure(options: BenchOptions): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const open of places) figures.push(...(await measureOn(open, options)));
  return figures;
}

async function measureOn(open: () => Promise<Place | undefined>, options: BenchOptions): Promise<Figure[]> {
  const opened: Place[] = [];
  try {
    const populations: Population[] = [];
    for (const size of options.sizes) {
      const place = await open();
      if (place === undefined) return [];
      opened.push(place);
      populations.push(await gather(place, 10 ** size, options));
    }
    return figuresOf(opened[0]?.engine ?? '', await travel(populations, options));
  } finally {
    for (const place of opened) await place.remove();
  }
}

/** The stores take turns, so that other work on the machine affects all of them alike. */
async function travel(populations: readonly Population[], options: BenchOptions): Promise<Grown[]> {
  const grown = populations.map((population) => ({ ...population, milliseconds: new Map<string, number[]>() }));
  for (const { name, times, once } of trips) {
    for (const { milliseconds } of grown) milliseconds.set(name, []);
    const repetitions = scaled(times, options);
    const warming = Math.ceil(repetitions / 5);
    for (let index = 0; index < warming + repetitions; index += 1) {
      for (const each of grown) {
        const ms = await once(each, index);
        if (index >= warming) each.milliseconds.get(name)?.push(ms);
      }
    }
  }
  return grown;
}
