import type { Kysely } from 'kysely';
import { createCache } from '../../cache.js';
import { perStore } from '../../store/perStore.js';
import type { Row, Tables } from '../../store/schema.js';
import { faultOfUse, type TemplateUse } from '../../templates/faultOfUse.js';
import { type ReadTemplateText, readTemplate, type TemplateFrame } from '../../templates/readTemplate.js';
import { frameOf, type KeptText, textsOf } from '../records/emailTemplates.js';

type WrittenTemplate = Pick<Row<'email_templates'>, 'template_id' | 'kind' | 'variables' | 'texts'>;

/** What a template says in one language, read. */
export type UsableText = {
  readonly language: KeptText['language'];
  /** `undefined`: it was written when other rules held. */
  readonly read: ReadTemplateText | undefined;
  /** {@link faultOfUse} */
  readonly faultOf: (use: TemplateUse) => string | undefined;
};

/** A template's frame, and its texts in order. Each is read when it is used. */
export type UsableTemplate = { readonly frame: TemplateFrame; readonly texts: readonly (() => UsableText)[] };

/** Characters of the templates that a store keeps read. */
const characters = 4_194_304;

/** By id, the last used ones at the end. */
const templatesIn = perStore(() =>
  createCache<{ readonly written: WrittenTemplate; readonly usable: UsableTemplate }>({ characters }),
);

/**
 * A template to make mails of. Reading a large one takes tens of milliseconds, which must not happen in a transaction: what a preparation
 * has read is kept for the execution, and for the next mails, until the template is changed. So is what was measured for the last use of
 * each text; two uses at once with other variables measure it again.
 */
export function usableTemplate(db: Kysely<Tables>, written: WrittenTemplate): UsableTemplate {
  const kept = templatesIn(db);
  const before = kept.get(written.template_id);
  const current = before && isSame(before.written, written) ? before : { written, usable: readLater(written) };
  kept.set(written.template_id, current, written.texts.length);
  return current.usable;
}

const isSame = (one: WrittenTemplate, other: WrittenTemplate): boolean =>
  one.texts === other.texts && one.variables === other.variables && one.kind === other.kind;

function readLater(written: WrittenTemplate): UsableTemplate {
  const frame = frameOf(written);
  return { frame, texts: textsOf(written).map((text) => once(() => usableText(text, frame))) };
}

function usableText(written: KeptText, frame: TemplateFrame): UsableText {
  const outcome = readTemplate(written, frame);
  const read = 'read' in outcome ? outcome.read : undefined;
  let last: { readonly key: string; readonly fault: string | undefined } | undefined;
  return {
    language: written.language,
    read,
    faultOf(use) {
      const key = JSON.stringify([use.link, use.variables]);
      if (last?.key !== key) last = { key, fault: read && faultOfUse(read, frame, use) };
      return last.fault;
    },
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
