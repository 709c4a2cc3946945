import type * as v from 'valibot';

/** A member of an object somewhere in a schema. */
export type Member = { name: string; inner: v.GenericSchema; isRequired: boolean; isStrict: boolean };

/** The parts of the library's schemas that our rows use. */
type Parts = {
  type: string;
  entries?: Record<string, v.GenericSchema>;
  wrapped?: v.GenericSchema;
  item?: v.GenericSchema;
  options?: unknown[];
};

/** The members of the object that a schema describes, through options, lists, unions and defaults. */
export function membersOf(schema: v.GenericSchema): Member[] {
  const parts = schema as unknown as Parts;
  if (parts.entries) {
    const isStrict = parts.type === 'strict_object';
    return Object.entries(parts.entries).map(([name, inner]) => ({
      name,
      inner,
      isRequired: !isOptional(inner),
      isStrict,
    }));
  }
  if (parts.type === 'union') return (parts.options as v.GenericSchema[]).flatMap(membersOf);
  const within = parts.wrapped ?? parts.item;
  return within ? membersOf(within) : [];
}

const isOptional = (schema: v.GenericSchema): boolean => ['optional', 'nullish', 'nullable'].includes(schema.type);
