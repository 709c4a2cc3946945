import { refusals } from '../../src/contract/refusals.js';
import type { Operation } from '../../src/contract/row.js';
import { newestOf } from '../../src/contract/row.js';
import { type Declared, type Docstring, declared, declaredRow } from './docstrings.js';
import { exampleOf, requestSchema } from './exampleCode.js';
import { type MemberFact, membersOf } from './members.js';

/** The content of an operation's page. */
export type OperationPage = {
  readonly name: string;
  readonly area: string;
  /** Where it is on the page of its area. */
  readonly anchor: string;
  readonly summary: string;
  readonly example: string;
  readonly markdown: string;
};

/** The page of a row, by the name of its export. */
export function operationPage(name: string, row: Operation, hook: string | undefined): OperationPage {
  const { doc, file, area } = declaredRow(name);
  if (!doc) throw new Error(`${name} has no docstring.`);
  const example = exampleOf(name, row, hook, tag(doc, 'example')[0]);
  const part = partsOf(row);
  const written = (suffix: string): Declared =>
    declared(`${name}${suffix}`, file) ?? declaredInRow(name, suffix.toLowerCase());
  const sections = [
    `# \`${row.name}\``,
    doc.text,
    ...tag(doc, 'remarks'),
    facts(name, row, hook),
    `## ${part.request}`,
    ...tag(doc, 'param').map((text) => text.replace(/^(\S+) -? ?/, '`$1`: ')),
    table(membersOf(requestSchema(row), written(part.request)).filter(({ path }) => path !== 'organizationId')),
    `## ${part.answer}`,
    ...tag(doc, 'returns').map((text) => text.charAt(0).toUpperCase() + text.slice(1)),
    table(membersOf(answerSchema(row), written(part.answer))),
    '## Refusals',
    refusalTable(row),
    '## Example',
    `\`\`\`tsx\n${example}\n\`\`\``,
  ];
  return {
    name,
    area,
    anchor: row.name,
    summary: firstSentence(doc.text),
    example,
    markdown: `${sections.join('\n\n')}\n`,
  };
}

const partsOf = ({ kind }: Operation) =>
  kind === 'activity' ? { request: 'Parameters', answer: 'Result' } : { request: 'Request', answer: 'Response' };

const answerSchema = (row: Operation) => (row.kind === 'activity' ? newestOf(row).result : row.response);

/** The schema that a row names for one of its members. */
function declaredInRow(name: string, member: string): Declared {
  const { initializer, file } = declaredRow(name);
  const [, schema] = new RegExp(`\\b${member}: (\\w+) as `).exec(initializer.getText()) ?? [];
  const found = schema === undefined ? undefined : declared(schema, file);
  if (!found) throw new Error(`${name} names no schema of its ${member}.`);
  return found;
}

const tag = ({ tags }: Docstring, name: string): string[] =>
  tags.filter((each) => each.name === name).map(({ text }) => text);

const firstSentence = (text: string): string => (/^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text).replace(/\s+/g, ' ');

function facts(name: string, row: Operation, hook: string | undefined): string {
  const lines = [
    `- ${kinds[row.kind]}: \`POST ${row.path}\``,
    `- Row: \`${name}\` of \`latchkey/contract\``,
    ...(hook === undefined ? [] : [`- Hook: \`${hook}\``]),
  ];
  if (row.kind === 'activity') {
    lines.push(
      `- Versions: ${Object.values(row.versions)
        .map(({ type }) => `\`${type}\``)
        .join(', ')}`,
    );
    lines.push(`- Who may submit it: ${rights[row.right] ?? row.right}`);
    if (row.fresh !== 'never') lines.push(`- A recent login of the session is ${freshLogin[row.fresh]}`);
    if (row.changes.length > 0)
      lines.push(`- Makes stale: ${row.changes.map((each) => `\`${each.name}\``).join(', ')}`);
  }
  return lines.join('\n');
}

const kinds = { activity: 'Activity', query: 'Query', proxy: 'Call to the auth proxy' };

const rights: Readonly<Record<string, string>> = {
  quorum: 'the root quorum',
  'root quorum': 'the root quorum, and nobody else',
  'own credential': 'the root quorum, and every user for their own credentials',
  'own contact': 'the root quorum, and every user for their own contact, with a token that proves it',
  'own login': 'every user for themselves',
  parent: 'the root quorum, and in a sub-organization its parent’s root quorum',
  login: 'the root quorum, and a parent’s root user with evidence of the person',
  vote: 'whoever may vote on the activity, each for themselves',
};

function table(members: readonly MemberFact[]): string {
  if (members.length === 0) return 'No members.';
  const lines = members.map(({ path, type, isOptional, notes }) =>
    [`\`${path}\`${isOptional ? ' (optional)' : ''}`, type, notes.map(asNote).join(' ')].map(cell).join(' | '),
  );
  return ['| member | type | what it is |', '|---|---|---|', ...lines.map((line) => `| ${line} |`)].join('\n');
}

const freshLogin = {
  required: 'required',
  'except logout': 'required, unless it ends own sessions',
  'except self': 'required, unless it is about the caller',
} as const;

function refusalTable(row: Operation): string {
  const lines = row.refusals.map((code) => `| \`${code}\` | ${refusals[code].status} | ${cell(refusals[code].text)} |`);
  const every =
    'What every operation of its kind can answer stands in [Operations](../operations.md#refusals-of-every-operation).';
  if (lines.length === 0) return `None of its own. ${every}`;
  return `${['| code | status | says |', '|---|---|---|', ...lines].join('\n')}\n\n${every}`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');

/** A text with a capital at its beginning and a full stop at its end. */
const asNote = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/([^.])$/, '$1.');
