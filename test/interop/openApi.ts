import { sharedJson } from '../support/publishedVectors.js';

type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly required?: readonly string[];
  readonly items?: Schema;
};
type Operation = {
  readonly parameters: readonly { readonly schema: Schema }[];
  readonly responses: Readonly<Record<string, { readonly schema: Schema }>>;
};
type Document = {
  readonly paths: Readonly<Record<string, { readonly post: Operation } | undefined>>;
  readonly definitions: Readonly<Record<string, Schema>>;
};

/** The published description of the API. */
export const published = sharedJson<Document>('vectors/tkhq/public_api.swagger.json');

/** A request and its answer, as JSON. */
export type Exchange = { readonly path: string; readonly request: string; readonly answer: string };

/** Required members that are missing, and members of another type. Members that the description does not name are allowed. */
export function faultsOf(document: Document, { path, request, answer }: Exchange): string[] {
  const operation = document.paths[path]?.post;
  if (operation === undefined) return [];
  const schema = operation.parameters[0]?.schema ?? {};
  const answered = operation.responses['200']?.schema ?? {};
  const sent = JSON.parse(request) as { type?: string };
  const types = followed(document, schema).properties?.type?.enum;
  // It describes only the newest version of an activity.
  const isDescribed = types === undefined || types.includes(sent.type ?? '');
  return [
    ...(isDescribed ? differences(document, schema, sent, `${path} request`) : []),
    ...differences(document, answered, JSON.parse(answer), `${path} answer`),
  ];
}

function differences(document: Document, schema: Schema, value: unknown, at: string): string[] {
  const { type, enum: texts, properties = {}, additionalProperties, required = [], items } = followed(document, schema);
  if (texts !== undefined) return texts.includes(value as string) ? [] : [`${at} is ${JSON.stringify(value)}`];
  if (items !== undefined && Array.isArray(value))
    return value.flatMap((each) => differences(document, items, each, `${at}[]`));
  if (type !== undefined && type !== typeOf(value)) return [`${at} is no ${type}, but ${JSON.stringify(value)}`];
  if (type !== 'object') return [];
  const members = value as Record<string, unknown>;
  return [
    ...required.filter((name) => members[name] === undefined).map((name) => `${at}.${name} is missing`),
    ...Object.entries(members).flatMap(([name, member]) => {
      const known = properties[name] ?? additionalProperties;
      return known === undefined ? [] : differences(document, known, member, `${at}.${name}`);
    }),
  ];
}

const followed = ({ definitions }: Document, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (definitions[schema.$ref.replace('#/definitions/', '')] ?? {});

/** Checks of JSON schema's types, by their names. */
function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}
