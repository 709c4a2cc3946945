import { useCreateEmailTemplate, useGetEmailTemplate } from 'latchkey';
import type { EmailTemplate } from 'latchkey/contract';
import { type ReactElement, useState } from 'react';
import { Answer } from '../../parts/Answer.js';
import { awaitsOthers } from '../../parts/awaitsOthers.js';
import { useFresh } from '../../parts/fresh.js';
import { Outcome } from '../../parts/Outcome.js';
import { Page } from '../../parts/Page.js';
import { go, To } from '../../place.js';
import { DeleteTemplate, SaveTemplate } from './dialogs.js';
import { changedMembers, draftOf, languagesOf, newDraft, toTemplate } from './draft.js';
import { Editor } from './Editor.js';
import { SendTest } from './TestMessage.js';
import type { Language } from './words.js';

const leave = () => go('/messages');

/** A template and its mail, side by side. */
export const TemplatePage = ({ templateId }: { readonly templateId: string }): ReactElement =>
  templateId === 'new' ? <NewTemplate /> : <Stored key={templateId} templateId={templateId} />;

const Back = (): ReactElement => (
  <To path="/messages" className="button">
    All messages
  </To>
);

function NewTemplate(): ReactElement {
  const [draft, setDraft] = useState(() => newDraft('EMAIL_TEMPLATE_KIND_CODE'));
  const [language, setLanguage] = useState<Language>('en');
  const create = useCreateEmailTemplate(useFresh());
  const isWaiting = awaitsOthers(create.error);
  return (
    <Page title="New template" action={<Back />}>
      <Editor
        draft={draft}
        onChange={setDraft}
        language={language}
        onLanguage={setLanguage}
        isNew
        onSave={() => create.mutate({ kind: draft.kind, ...toTemplate(draft) }, { onSuccess: leave })}
        outcome={<Outcome error={create.error} />}
      >
        <button type="submit" className="primary" disabled={create.isPending || isWaiting}>
          Create template
        </button>
      </Editor>
    </Page>
  );
}

function Stored({ templateId }: { readonly templateId: string }): ReactElement {
  const template = useGetEmailTemplate({ emailTemplateId: templateId });
  return (
    <Page title={template.data?.emailTemplate.name ?? 'Template'} action={<Back />}>
      <Answer of={template}>{({ emailTemplate }) => <EditedTemplate template={emailTemplate} />}</Answer>
    </Page>
  );
}

/** What somebody else makes of it meanwhile does not change what is being written. */
function EditedTemplate({ template }: { readonly template: EmailTemplate }): ReactElement {
  const [opened, setOpened] = useState(template);
  const [draft, setDraft] = useState(() => draftOf(template));
  const [language, setLanguage] = useState<Language>(() => languagesOf(draftOf(template))[0] ?? 'en');
  const [asks, setAsks] = useState<'save' | 'delete'>();
  const isChanged = changedMembers(draftOf(opened), draft).length > 0;
  const open = (other: EmailTemplate) => {
    setOpened(other);
    setDraft(draftOf(other));
    setLanguage(languagesOf(draftOf(other))[0] ?? 'en');
    setAsks(undefined);
  };
  return (
    <>
      <Editor
        draft={draft}
        onChange={setDraft}
        language={language}
        onLanguage={setLanguage}
        onSave={() => setAsks('save')}
      >
        <button type="submit" className="primary" disabled={!isChanged}>
          Save
        </button>
        <button type="button" className="danger" onClick={() => setAsks('delete')}>
          Delete
        </button>
        {isChanged ? (
          <p className="hint">Save first, to send a test of it.</p>
        ) : (
          <SendTest channel="EMAIL" template={{ emailTemplateId: opened.emailTemplateId, language }}>
            Send me a test
          </SendTest>
        )}
      </Editor>
      {asks === 'save' && (
        <SaveTemplate
          opened={opened}
          draft={draft}
          onClose={() => setAsks(undefined)}
          onSaved={leave}
          onTakeTheirs={open}
        />
      )}
      {asks === 'delete' && <DeleteTemplate template={opened} onClose={() => setAsks(undefined)} onDeleted={leave} />}
    </>
  );
}
