import { useGetAuthProxyConfig, useGetOrganizationConfigs, useListUsers, useUpdateRootQuorum } from 'latchkey';
import { type FormEvent, type ReactElement, useState } from 'react';
import { Answer } from '../parts/Answer.js';
import { useFresh } from '../parts/fresh.js';
import { Part } from '../parts/Page.js';
import { Refusal } from '../parts/Refusal.js';
import { SubmitRow } from '../parts/SubmitRow.js';

/** The root quorum: whose agreement decides what no policy does. */
export function Quorum(): ReactElement {
  const found = useGetOrganizationConfigs({});
  const [isOpened, setOpened] = useState(false);
  return (
    <Part title="Root quorum">
      <Answer of={found}>
        {({ configs: { quorum } }) => (
          <>
            <p className="soft">
              {quorum.userIds.length === 1
                ? 'One member alone may do everything, and nobody can help them back in. Add a second one.'
                : `${quorum.threshold} of ${quorum.userIds.length} members must agree to what no policy allows.`}
            </p>
            <details onToggle={() => setOpened(true)}>
              <summary>Change the root quorum</summary>
              {isOpened && (
                <QuorumForm
                  quorum={quorum}
                  refresh={async () => (await found.refetch()).data?.configs.quorum ?? quorum}
                />
              )}
            </details>
          </>
        )}
      </Answer>
    </Part>
  );
}

type Shown = { readonly threshold: number; readonly userIds: readonly string[] };

type QuorumFormProps = {
  readonly quorum: Shown;
  /** Asks what it is now. */
  readonly refresh: () => Promise<Shown>;
};

/** The form stays where it is once it is saved, with the focus and what became of it. */
function QuorumForm({ quorum, refresh }: QuorumFormProps): ReactElement {
  const [edited, setEdited] = useState<Shown & { readonly base: Shown }>();
  const [isChanged, setChanged] = useState(false);
  const update = useUpdateRootQuorum({
    ...useFresh(),
    async onSuccess() {
      await refresh(); // so that the fields never show what was there before
      setEdited(undefined);
    },
  });
  const { threshold, userIds } = edited ?? quorum;
  const edit = (edits: Partial<Shown>) => {
    setEdited({ base: quorum, threshold, userIds, ...edited, ...edits });
    setChanged(false);
    update.reset();
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const isOther = JSON.stringify(await refresh()) !== JSON.stringify(edited?.base ?? quorum);
    setChanged(isOther);
    if (isOther) setEdited(undefined);
    else update.mutate({ threshold, userIds: [...userIds] });
  };
  const choose = (userId: string, isIn: boolean) =>
    edit({ userIds: isIn ? [...userIds, userId] : userIds.filter((each) => each !== userId) });
  return (
    <form className="form panel" onSubmit={save}>
      {isChanged && <p role="alert">Somebody else has changed it meanwhile. This is what holds now.</p>}
      <fieldset className="checks">
        <legend>Members</legend>
        <Choices userIds={userIds} onChoose={choose} />
      </fieldset>
      <div className="field">
        <label htmlFor="threshold">How many of them must agree</label>
        <input
          id="threshold"
          type="number"
          min={1}
          max={Math.max(1, userIds.length)}
          required
          value={threshold}
          onChange={({ target }) => edit({ threshold: target.valueAsNumber || 1 })}
        />
      </div>
      {userIds.length > 0 && threshold === userIds.length && threshold > 1 && (
        <p className="warning">If one of them loses their credentials, nobody can change anything any more.</p>
      )}
      <SubmitRow
        label="Save quorum"
        isDisabled={update.isPending || userIds.length === 0}
        note={update.isSuccess ? 'Saved.' : ''}
      />
      {update.error && <Refusal error={update.error} />}
    </form>
  );
}

type ChoicesProps = {
  readonly userIds: readonly string[];
  readonly onChoose: (userId: string, isIn: boolean) => void;
};

/** Everybody but the auth proxy's own user, which no quorum takes; nobody before it is known who that is. */
function Choices({ userIds, onChoose }: ChoicesProps): ReactElement {
  const users = useListUsers({}, { select: (answer) => answer.users });
  const { data: proxyUserId, isPending } = useGetAuthProxyConfig(
    {},
    { select: ({ authProxyConfig }) => authProxyConfig.proxyUserId },
  );
  return (
    <Answer of={{ ...users, data: isPending ? undefined : users.data }}>
      {(all) =>
        all
          .filter(({ userId }) => userId !== proxyUserId)
          .map(({ userId, userName }) => (
            <label key={userId}>
              <input
                type="checkbox"
                checked={userIds.includes(userId)}
                onChange={({ target }) => onChoose(userId, target.checked)}
              />
              {userName}
            </label>
          ))
      }
    </Answer>
  );
}
