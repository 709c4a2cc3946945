import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { migrate } from '../src/service/store/migrations.js';
import { openDatabase, storeOnSqlJs } from '../src/service/store/openSqlJs.js';
import { createTestService, type TestService, type TestServiceSettings } from '../src/testing.js';
import { docsFrame } from './docsFrame.js';

/** The whole service in the page of a story. */
export async function startTestService(settings: TestServiceSettings = {}): Promise<TestService> {
  const page: PageOfStories | null | undefined = docsFrame()?.ownerDocument.defaultView;
  if (!page) return createTestService({ wasmUrl, ...settings });
  // To migrate an empty database takes as long as all else that a service begins with, and frames share nothing but the page around them.
  page.migratedDatabase ??= await migratedDatabase();
  const store = await storeOnSqlJs(await openDatabase({ wasmUrl, file: page.migratedDatabase }));
  return createTestService({ wasmUrl, store, ...settings });
}

/** The page of documentation; the first of its frames migrates a database, and the others copy it. */
type PageOfStories = Window & { migratedDatabase?: Uint8Array };

async function migratedDatabase(): Promise<Uint8Array> {
  const database = await openDatabase({ wasmUrl });
  await migrate(await storeOnSqlJs(database));
  const file = database.export();
  database.close();
  return file;
}
