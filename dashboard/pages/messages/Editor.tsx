import { usePreviewEmailTemplate } from 'latchkey';
import type { EmailTemplateFault, EmailTemplateKind } from 'latchkey/contract';
import { type ReactElement, type ReactNode, type SubmitEvent, useEffect, useId, useState } from 'react';
import { LinesField, TextField } from '../../parts/fields.js';
import { Loading } from '../../parts/Page.js';
import { Refusal } from '../../parts/Refusal.js';
import { type Draft, languagesOf, namesOf, newDraft, startOf, type Text } from './draft.js';
import { Preview } from './Preview.js';
import { given, isLanguage, type Language, languages, templateKinds } from './words.js';

type EditorProps = {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  /** The one that is shown. */
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
  /** Its kind can still be chosen. */
  readonly isNew?: boolean;
  readonly onSave: () => void;
  /** What became of saving it. */
  readonly outcome?: ReactNode;
  /** Buttons. */
  readonly children: ReactNode;
};

/** What a template says, and the mail that it makes while it is written. */
export function Editor(props: EditorProps): ReactElement {
  const { draft, onChange, language, onLanguage, isNew, onSave, outcome, children } = props;
  const [samples, setSamples] = useState<Readonly<Record<string, string>>>({});
  const text = draft.texts[language] ?? startOf(draft);
  const edit = (changed: Partial<Text>) =>
    onChange({ ...draft, texts: { ...draft.texts, [language]: { ...text, ...changed } } });
  const asked = useSettled({ draft, language, samples });
  const variables = namesOf(asked.draft);
  const values = Object.fromEntries(
    Object.entries(asked.samples).filter(([name, value]) => variables.includes(name) && value !== ''),
  );
  const preview = usePreviewEmailTemplate(
    {
      kind: asked.draft.kind,
      language: asked.language,
      edited: { ...(asked.draft.texts[asked.language] ?? startOf(asked.draft)), variables },
      ...(Object.keys(values).length > 0 && { templateVariables: JSON.stringify(values) }),
    },
    { placeholderData: (before) => before, gcTime: 0, retry: false },
  );
  const faults = preview.data?.faults ?? [];
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSave();
  };
  return (
    <div className="editor">
      <form className="form" onSubmit={save}>
        <TextField label="Name" required value={draft.name} onChange={(name) => onChange({ ...draft, name })} />
        <Kind draft={draft} isNew={isNew === true} onChange={onChange} />
        <LanguageChoice draft={draft} onChange={onChange} language={language} onLanguage={onLanguage} />
        <PartField part="subject" label="Subject" rows={1} value={text.subject} faults={faults} onChange={edit} />
        <PartField part="html" label="HTML" rows={12} value={text.html} faults={faults} onChange={edit} />
        <PartField part="text" label="Plain text" rows={6} value={text.text} faults={faults} onChange={edit} />
        <p className="hint">
          The service gives{' '}
          {given[draft.kind].map((name) => (
            <span key={name}>
              <code>{`{{${name}}}`}</code>{' '}
            </span>
          ))}
        </p>
        <LinesField
          label="Your own variables"
          hint="One name a line. Their values come in templateVariables."
          value={draft.variables}
          onChange={(names) => onChange({ ...draft, variables: names })}
        />
        <Faults of="variables" faults={faults} />
        {namesOf(draft).map((name) => (
          <TextField
            key={name}
            label={`Sample of ${name}`}
            value={samples[name] ?? ''}
            onChange={(value) => setSamples({ ...samples, [name]: value })}
          />
        ))}
        {outcome}
        <div className="actions">{children}</div>
      </form>
      <section aria-label="Preview">
        {preview.error && <Refusal error={preview.error} onRetry={() => void preview.refetch()} />}
        {preview.data?.mail ? (
          <Preview mail={preview.data.mail} />
        ) : faults.length > 0 ? (
          <p role="status" className="warning">
            There is no preview until what is marked is corrected.
          </p>
        ) : (
          !preview.error && <Loading />
        )}
      </section>
    </div>
  );
}

/** Milliseconds after the last key. */
const restMs = 500;

/** What was typed, once nothing was typed for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is equal is the same
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}

type KindProps = {
  readonly draft: Draft;
  readonly isNew: boolean;
  readonly onChange: (draft: Draft) => void;
};

function Kind({ draft, isNew, onChange }: KindProps): ReactElement {
  const id = useId();
  if (!isNew) return <p className="soft">{templateKinds[draft.kind]}</p>;
  const choose = (kind: EmailTemplateKind) => {
    // What was written stays; what nobody has touched becomes what fits the kind.
    const isUntouched = JSON.stringify(draft.texts) === JSON.stringify(newDraft(draft.kind).texts);
    onChange({ ...draft, kind, ...(isUntouched && { texts: newDraft(kind).texts }) });
  };
  return (
    <div className="field">
      <label htmlFor={id}>Kind</label>
      <select id={id} value={draft.kind} onChange={({ target }) => choose(target.value as EmailTemplateKind)}>
        {Object.entries(templateKinds).map(([kind, words]) => (
          <option key={kind} value={kind}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

type LanguageChoiceProps = Pick<EditorProps, 'draft' | 'onChange' | 'language' | 'onLanguage'>;

function LanguageChoice({ draft, onChange, language, onLanguage }: LanguageChoiceProps): ReactElement {
  const id = useId();
  const written = languagesOf(draft);
  const choose = (chosen: string) => {
    if (!isLanguage(chosen)) return;
    if (!written.includes(chosen)) onChange({ ...draft, texts: { ...draft.texts, [chosen]: startOf(draft) } });
    onLanguage(chosen);
  };
  const remove = () => {
    const { [language]: _, ...texts } = draft.texts;
    onChange({ ...draft, texts });
    onLanguage(written.find((each) => each !== language) ?? 'en');
  };
  return (
    <div className="field">
      <label htmlFor={id}>Language</label>
      <div className="beside">
        <select id={id} value={language} onChange={({ target }) => choose(target.value)}>
          {Object.entries(languages).map(([each, words]) => (
            <option key={each} value={each}>
              {written.includes(each as Language) ? words : `Add ${words}`}
            </option>
          ))}
        </select>
        {written.length > 1 && (
          <button type="button" onClick={remove}>
            {`Remove ${languages[language]}`}
          </button>
        )}
      </div>
      <p className="hint">{`The first one, ${languages[written[0] ?? 'en']}, goes to everybody else.`}</p>
    </div>
  );
}

type PartFieldProps = {
  readonly part: keyof Text;
  readonly label: string;
  readonly rows: number;
  readonly value: string;
  readonly faults: readonly EmailTemplateFault[];
  readonly onChange: (changed: Partial<Text>) => void;
};

function PartField({ part, label, rows, value, faults, onChange }: PartFieldProps): ReactElement {
  const id = useId();
  const isFaulty = faults.some((fault) => fault.part === part);
  const shared = {
    id,
    value,
    required: true,
    autoComplete: 'off',
    spellCheck: false,
    'aria-invalid': isFaulty || undefined,
    'aria-describedby': isFaulty ? `${id}-fault` : undefined,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {rows === 1 ? (
        <input {...shared} onChange={({ target }) => onChange({ [part]: target.value })} />
      ) : (
        <textarea {...shared} rows={rows} onChange={({ target }) => onChange({ [part]: target.value })} />
      )}
      <Faults id={`${id}-fault`} of={part} faults={faults} />
    </div>
  );
}

type FaultsProps = {
  readonly id?: string;
  readonly of: EmailTemplateFault['part'];
  readonly faults: readonly EmailTemplateFault[];
};

function Faults({ id, of, faults }: FaultsProps): ReactElement | null {
  const found = faults.filter(({ part }) => part === of);
  if (found.length === 0) return null;
  return (
    <div id={id} role="alert" className="fault">
      {found.map(({ line, column, description }) => (
        <p key={`${line} ${column} ${description}`}>
          {line === undefined ? description : `Line ${line}, column ${column}: ${description}`}
        </p>
      ))}
    </div>
  );
}
