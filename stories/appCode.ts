/** What an app writes to have a story's screen: the panel of code beside it. The service behind a story is no part of it. */
export function appCode(name: string, { onLogin: _, ...props }: Readonly<Record<string, unknown>>): string {
  const written = Object.entries(props).map(([name, value]) => `${name}=${attribute(value)}`);
  const screen =
    written.join(' ').length < 60 ? [`<${name}`, ...written].join(' ') : `<${name}\n  ${written.join('\n  ')}\n`;
  return [
    `import { ${name} } from 'latchkey';`,
    "import 'latchkey/styles.css';",
    '',
    `${screen.endsWith('\n') ? screen : `${screen} `}/>`,
  ].join('\n');
}

function attribute(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : `{${literal(value)}}`;
}

function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'function') return String(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${literal(member)}`);
  return `{ ${members.join(', ')} }`;
}
