import { migrate } from '../../../src/service/store/migrations.js';
import { openLibsql } from '../../../src/service/store/openLibsql.js';

// A separate process: opens the file, creates the tables, adds to one row, and prints a line after each commit.
const [path = '', times = '0'] = process.argv.slice(2);
const store = await openLibsql(path);
await migrate(store);
for (let done = 0; done < Number(times); done++) {
  await store.transaction(async (transaction) => {
    const found = await transaction.selectFrom('organizations').selectAll().executeTakeFirst();
    // A boolean on purpose: unguarded, it would end this process.
    const first = true as unknown as number;
    const row = { organization_id: 'counter', name: '', created_at_ms: 1, root_quorum_threshold: first };
    if (found === undefined) await transaction.insertInto('organizations').values(row).execute();
    else {
      const root_quorum_threshold = found.root_quorum_threshold + 1;
      await transaction.updateTable('organizations').set({ root_quorum_threshold }).execute();
    }
  });
  process.stdout.write('.');
}
await store.close();
