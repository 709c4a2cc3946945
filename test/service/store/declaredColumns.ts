import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../packages/manifest.js';
import { openEditor } from '../../support/editor.js';

/** `bytes`, `text`, `number`, or `null` behind one of them: what the types of the tables say that a column holds. */
export type DeclaredColumns = Readonly<Record<string, string>>;

const everyRow: Unsaved = {
  path: 'src/service/store/everyRow.ts',
  text: `import type { Row, Tables } from './schema.js';
export type EveryRow = { [Table in keyof Tables]: Row<Table> };
`,
};

type Unsaved = { readonly path: string; readonly text: string };

/** The columns that the types declare, as `table.column`, and what each holds; with files that are not saved instead of those that are. */
export function declaredColumns(...changed: readonly Unsaved[]): DeclaredColumns {
  const program = openEditor(['src/service/store/schema.ts'], [everyRow, ...changed]).getProgram();
  const checker = program?.getTypeChecker();
  const file = program?.getSourceFile(join(root, everyRow.path));
  const declaration = file?.statements.find(ts.isTypeAliasDeclaration);
  if (!checker || !declaration) throw new Error('the types of the tables cannot be read');
  const members = (type: ts.Type) =>
    checker.getPropertiesOfType(type).map((member) => ({ name: member.name, type: checker.getTypeOfSymbol(member) }));
  return Object.fromEntries(
    members(checker.getTypeAtLocation(declaration)).flatMap((table) =>
      members(table.type).map((column) => [`${table.name}.${column.name}`, heldBy(column.type, checker)]),
    ),
  );
}

function heldBy(type: ts.Type, checker: ts.TypeChecker): string {
  const parts = type.isUnion() ? type.types : [type];
  const kinds = parts.map(({ flags, symbol }) => {
    if (flags & ts.TypeFlags.Null) return 'null';
    if (flags & ts.TypeFlags.StringLike) return 'text';
    if (flags & ts.TypeFlags.NumberLike) return 'number';
    return symbol?.name === 'Uint8Array' ? 'bytes' : checker.typeToString(type);
  });
  return [...new Set(kinds)].sort(nullLast).join(' or ');
}

const nullLast = (one: string, other: string): number => Number(one === 'null') - Number(other === 'null');
