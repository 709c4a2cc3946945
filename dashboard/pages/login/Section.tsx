import { useUpdateAuthProxyConfig } from 'latchkey';
import type { AuthProxyConfigChanges, UpdateAuthProxyConfigParameters } from 'latchkey/contract';
import { type FormEvent, type ReactElement, type ReactNode, useId, useState } from 'react';
import { Ask } from '../../parts/Ask.js';
import { useFresh } from '../../parts/fresh.js';
import { Outcome } from '../../parts/Outcome.js';
import { SubmitRow } from '../../parts/SubmitRow.js';
import { type Config, changedMembers, changedOnly, faultOf, madeFrom, told } from './config.js';
import type { Lately } from './usage.js';

/** What every section of the page is given. */
export type Given = {
  readonly config: Config;
  /** Whether people log in by an OAuth 2.0 app. */
  readonly hasApps: boolean;
  readonly lately: Lately;
  /** Asks for the configuration again. */
  readonly refresh: () => Promise<{ readonly data?: { readonly authProxyConfig: Config } | undefined }>;
};

/** What is asked before a change that keeps people out. */
export type Question = { readonly title: string; readonly action: string; readonly means: readonly string[] };

type SectionProps<Draft> = {
  readonly given: Given;
  readonly title: string;
  readonly about: ReactNode;
  /** What the fields hold of a configuration. */
  readonly draftOf: (config: Config) => Draft;
  readonly changesOf: (draft: Draft) => AuthProxyConfigChanges;
  readonly questionOf?: (changes: AuthProxyConfigChanges) => Question | undefined;
  readonly onSaved?: () => void;
  readonly children: (draft: Draft, edit: (edits: Partial<Draft>) => void) => ReactNode;
};

/** Some members of the configuration with a "Save" of their own, which sends those alone that were changed. */
export function Section<Draft extends object>(section: SectionProps<Draft>): ReactElement {
  const { given, draftOf, changesOf, questionOf, onSaved, children } = section;
  const { config, hasApps, refresh } = given;
  const [edits, setEdits] = useState<Partial<Draft>>({});
  /** What stood there when the editing began. */
  const [base, setBase] = useState<Config>();
  const [note, setNote] = useState('');
  const [fault, setFault] = useState<string>();
  const [asked, setAsked] = useState<Question & { readonly sent: UpdateAuthProxyConfigParameters }>();
  const update = useUpdateAuthProxyConfig({
    ...useFresh(),
    async onSuccess() {
      await refresh(); // so that the fields never show what was there before
      setEdits({});
      setBase(undefined);
      setAsked(undefined);
      setNote('Saved.');
      onSaved?.();
      update.reset(); // what was sent may hold a secret
    },
    onError({ code }) {
      if (code === 'PROXY_CONFIG_CHANGED') void look();
    },
  });
  const draft = { ...draftOf(config), ...edits };
  const edit = (more: Partial<Draft>) => {
    setEdits({ ...edits, ...more });
    setBase(base ?? config);
    setNote('');
    setFault(undefined);
  };
  /** What is there now, and what would be changed of it; nothing where others have changed that, which is told. */
  const look = async () => {
    const now = (await refresh()).data?.authProxyConfig ?? config;
    const changes = changedOnly(now, changesOf(draft));
    const changedByOthers = changedMembers(base ?? now, now).filter((name) => name in changes);
    if (changedByOthers.length === 0) return { now, changes };
    update.reset();
    setAsked(undefined);
    setBase(now);
    setFault(
      `Somebody else has changed this meanwhile: ${told(now, changedByOthers)}. Save again to put yours in its place.`,
    );
    return undefined;
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const looked = await look();
    if (!looked) return;
    const { now, changes } = looked;
    const nothing = Object.keys(changes).length === 0;
    const wrong = nothing ? undefined : faultOf(now, changes, hasApps);
    const question = wrong === undefined ? questionOf?.(changes) : undefined;
    update.reset();
    setFault(wrong);
    setNote(nothing ? 'Nothing was changed.' : '');
    const sent = madeFrom(now, changes);
    if (question) setAsked({ ...question, sent });
    else if (!nothing && wrong === undefined) update.mutate(sent);
  };
  return (
    <SectionFrame title={section.title} about={section.about}>
      <form className="form" onSubmit={save}>
        {children(draft, edit)}
        {fault !== undefined && (
          <p role="alert" className="fault">
            {fault}
          </p>
        )}
        {!asked && <Outcome error={update.error} />}
        <SubmitRow label="Save" name={`Save ${section.title}`} isDisabled={update.isPending} note={note} />
      </form>
      {asked && (
        <Ask
          title={asked.title}
          action={asked.action}
          isBusy={update.isPending}
          error={update.error}
          onYes={() => update.mutate(asked.sent)}
          onNo={() => setAsked(undefined)}
        >
          {asked.means.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Ask>
      )}
    </SectionFrame>
  );
}

type FrameProps = { readonly title: ReactNode; readonly about: ReactNode; readonly children: ReactNode };

/** What a section is about, beside its fields. */
export function SectionFrame({ title, about, children }: FrameProps): ReactElement {
  const id = useId();
  return (
    <section className="panel setting" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p className="hint">{about}</p>
      </div>
      <div className="form">{children}</div>
    </section>
  );
}
