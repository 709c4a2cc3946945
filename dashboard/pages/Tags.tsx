import { useCreateUserTag, useDeleteUserTags, useListUserTags } from 'latchkey';
import { type FormEvent, type ReactElement, useState } from 'react';
import { Answer } from '../parts/Answer.js';
import { Confirmed } from '../parts/Confirmed.js';
import { useFresh } from '../parts/fresh.js';
import { Part } from '../parts/Page.js';
import { Refusal } from '../parts/Refusal.js';
import { Id } from '../parts/texts.js';

/** Tags of users, which policies name. */
export function Tags(): ReactElement {
  const found = useListUserTags({});
  const remove = useDeleteUserTags(useFresh());
  return (
    <Part title="Tags">
      <Answer of={found}>
        {({ userTags }) => (
          <ul className="rows">
            {userTags.length === 0 && <li className="soft">None yet. Policies can name everybody with a tag.</li>}
            {userTags.map(({ tagId, tagName }) => (
              <li key={tagId}>
                <span>
                  {tagName} <Id value={tagId} name={`id of the tag ${tagName}`} />
                </span>
                <Confirmed
                  label={`Delete the tag ${tagName}`}
                  question={`Delete the tag “${tagName}”? Policies that name it find nobody any more.`}
                  confirm="Delete"
                  isPending={remove.isPending}
                  onConfirm={() => remove.mutate({ userTagIds: [tagId] })}
                />
              </li>
            ))}
          </ul>
        )}
      </Answer>
      {remove.error && <Refusal error={remove.error} />}
      <NewTag />
    </Part>
  );
}

function NewTag(): ReactElement {
  const create = useCreateUserTag(useFresh());
  const [userTagName, setName] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ userTagName: userTagName.trim(), userIds: [] }, { onSuccess: () => setName('') });
  };
  return (
    <details>
      <summary>Add a tag</summary>
      <form className="form" onSubmit={add}>
        <div className="field">
          <label htmlFor="tag-name">Name</label>
          <input id="tag-name" required value={userTagName} onChange={({ target }) => setName(target.value)} />
        </div>
        <div className="actions">
          <button type="submit" disabled={create.isPending}>
            Add tag
          </button>
        </div>
        {create.error && <Refusal error={create.error} />}
      </form>
    </details>
  );
}
