import type { Figure } from './figure.js';
import type { Part } from './parts.js';
import type { Machine, Result } from './result.js';

/** The text of `bench/README.md`, made only of the stored results. */
export function readmeText(parts: readonly Part[], results: readonly Result[]): string {
  const chapters = parts.flatMap((part) => {
    const result = results.find((each) => each.part === part.name);
    return result === undefined ? [] : [chapter(part, result)];
  });
  return `${[introduction, ...chapters].join('\n\n')}\n`;
}

const introduction = `# Figures

The results of \`npm run bench\`, generated from \`results/\`; \`results/checks.md\`, by hand, has those of the checks.
\`npm run bench -- kit\` runs one part. \`--scale 0.1\` does a tenth of the repetitions, prints the results and does not store them.
\`npm run check:bench\` does as little as possible of every part, and shows only that each one works. Other products are measured in the
same run: \`peers/\` has their exact, locked versions, which are installed when they are first needed. Measure on a machine that does
nothing else.`;

function chapter({ name, title, how }: Part, { date, machine, peers, figures }: Result): string {
  const versions = Object.entries(peers).map(([peer, version]) => `${peer} ${version}`);
  return [
    `## ${title} (\`${name}\`)`,
    table(figures),
    ...notes(figures),
    how.trim(),
    `${date}, ${machineText(machine)}.${versions.length > 0 ? ` Beside: ${versions.join(', ')}.` : ''}`,
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, ours, beside = '–', goal, reached, spread = '–' }) =>
    [name, ours, beside, goal, reached ? 'yes' : '**no**', spread].map((text) => text.replaceAll('|', '\\|')),
  );
  const heads = ['what', 'ours', 'beside', 'goal', 'reached', 'spread'];
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function notes(figures: readonly Figure[]): string[] {
  const lines = figures.flatMap(({ name, note }) => (note === undefined ? [] : [`- ${name}: ${note}`]));
  return lines.length > 0 ? [lines.join('\n')] : [];
}

const machineText = ({ node, cpu, cores, memoryGib, os, loadBefore }: Machine): string =>
  `${cpu}, ${cores} cores, ${memoryGib} GiB, ${os}, Node ${node}, load ${loadBefore} before the run`;
