/**
 * What a value of the policy language can be. `any`: an argument of a contract call or a member of typed data, whose type is known
 * only once there is one.
 *
 * @see docs/wire.md 7.2
 */
export type PolicyType =
  | 'bool'
  | 'int'
  | 'string'
  | 'timestamp'
  | 'any'
  | { readonly list: PolicyType }
  | { readonly map: PolicyType }
  | StructType;

/** `optional`: members that not every value has; a policy that reads one where it is absent has an error. */
export type StructType = { readonly name: string; readonly required: Members; readonly optional: Members };

type Members = { readonly [name: string]: PolicyType };

/** A value as the evaluator holds it: integers are exact, a timestamp is milliseconds since 1970. */
export type PolicyValue =
  | boolean
  | bigint
  | string
  | number
  | readonly PolicyValue[]
  | { readonly [name: string]: PolicyValue | undefined };

/** The values of a type of the language. */
export type ValueOfType<Type> = Type extends 'bool'
  ? boolean
  : Type extends 'int'
    ? bigint
    : Type extends 'string'
      ? string
      : Type extends 'timestamp'
        ? number
        : Type extends 'any'
          ? PolicyValue
          : Type extends { readonly list: infer Item }
            ? readonly ValueOfType<Item>[]
            : Type extends { readonly map: infer Item }
              ? { readonly [name: string]: ValueOfType<Item> }
              : Type extends { readonly required: infer Required; readonly optional: infer Optional }
                ? { readonly [Name in keyof Required]: ValueOfType<Required[Name]> } & {
                    readonly [Name in keyof Optional]?: ValueOfType<Optional[Name]> | undefined;
                  }
                : never;

/** Names a struct with its members. */
export const struct = <const Required extends Members, const Optional extends Members = Record<never, never>>(
  name: string,
  required: Required,
  optional: Optional = {} as Optional,
) => ({ name, required, optional });

/** How a message names a type. */
export function typeName(type: PolicyType): string {
  if (typeof type === 'string') return type;
  if ('list' in type) return `list<${typeName(type.list)}>`;
  return 'map' in type ? `map<string, ${typeName(type.map)}>` : type.name;
}

/** Whether a value of one type can be used where the other is required, or compared with it. */
export function isAlike(one: PolicyType, other: PolicyType): boolean {
  if (one === other || one === 'any' || other === 'any') return true;
  if (typeof one === 'string' || typeof other === 'string') return false;
  if ('list' in one) return 'list' in other && isAlike(one.list, other.list);
  if ('map' in one) return 'map' in other && isAlike(one.map, other.map);
  return 'required' in other && haveMembersAlike(one, other);
}

function haveMembersAlike(one: StructType, other: StructType): boolean {
  const members = { ...one.required, ...one.optional };
  const others = { ...other.required, ...other.optional };
  return (
    Object.keys(members).length === Object.keys(others).length &&
    Object.entries(members).every(([name, type]) => {
      const same = Object.hasOwn(others, name) ? others[name] : undefined;
      return same !== undefined && isAlike(type, same);
    })
  );
}
