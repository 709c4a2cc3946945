import { useGetOrganizationConfigs, useListUsers, useUpdateRootQuorum } from 'latchkey';
import type { User } from 'latchkey/contract';
import { type FormEvent, type ReactElement, useState } from 'react';
import { Answer } from '../parts/Answer.js';
import { useFresh } from '../parts/fresh.js';
import { Part } from '../parts/Page.js';
import { Refusal } from '../parts/Refusal.js';

/** The root quorum: whose agreement decides what no policy does. */
export function Quorum(): ReactElement {
  const found = useGetOrganizationConfigs({});
  const { data: users } = useListUsers({}, { select: ({ users: all }) => all });
  const [isChanged, setChanged] = useState(false);
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
            {users && (
              <details>
                <summary>Change the root quorum</summary>
                {isChanged && <p role="alert">Somebody else has changed it meanwhile. This is what holds now.</p>}
                <QuorumForm
                  key={JSON.stringify(quorum)}
                  quorum={quorum}
                  users={users}
                  isStill={async () => {
                    const { data } = await found.refetch();
                    const isStill = JSON.stringify(data?.configs.quorum) === JSON.stringify(quorum);
                    setChanged(!isStill);
                    return isStill;
                  }}
                />
              </details>
            )}
          </>
        )}
      </Answer>
    </Part>
  );
}

type QuorumFormProps = {
  readonly quorum: { readonly threshold: number; readonly userIds: readonly string[] };
  readonly users: readonly User[];
  /** Asks whether it is still what the form began with. */
  readonly isStill: () => Promise<boolean>;
};

function QuorumForm({ quorum, users, isStill }: QuorumFormProps): ReactElement {
  const update = useUpdateRootQuorum(useFresh());
  const [userIds, setUserIds] = useState<readonly string[]>(quorum.userIds);
  const [threshold, setThreshold] = useState(quorum.threshold);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (await isStill()) update.mutate({ threshold, userIds: [...userIds] });
  };
  const choose = (userId: string, isIn: boolean) =>
    setUserIds(isIn ? [...userIds, userId] : userIds.filter((each) => each !== userId));
  return (
    <form className="form panel" onSubmit={save}>
      <fieldset className="checks">
        <legend>Members</legend>
        {users.map(({ userId, userName }) => (
          <label key={userId}>
            <input
              type="checkbox"
              checked={userIds.includes(userId)}
              onChange={({ target }) => choose(userId, target.checked)}
            />
            {userName}
          </label>
        ))}
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
          onChange={({ target }) => setThreshold(target.valueAsNumber || 1)}
        />
      </div>
      {userIds.length > 0 && threshold === userIds.length && threshold > 1 && (
        <p className="warning">If one of them loses their credentials, nobody can change anything any more.</p>
      )}
      <div className="actions">
        <button type="submit" disabled={update.isPending || userIds.length === 0}>
          Save quorum
        </button>
        {update.isSuccess && <span role="status">Saved.</span>}
      </div>
      {update.error && <Refusal error={update.error} />}
    </form>
  );
}
