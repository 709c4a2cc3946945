import './page.js';
import { Turnkey } from '@turnkey/sdk-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newestOf } from '../../src/contract/row.js';
import { ownPaths, ownRows } from '../support/ownRows.js';
import { testShared } from '../support/publishedVectors.js';
import { coreClientOf } from './coreClient.js';
import {
  everyRow,
  expectedOf,
  type Method,
  membersOf,
  methodNames,
  openPlaces,
  outcomeOf,
  type Place,
  type Row,
  typeSentBy,
} from './everyRow.js';
import { type Loopback, openLoopback } from './loopback.js';
import { faultsOf, published } from './openApi.js';
import { clientOf, now, versions } from './visit.js';

let loopback: Loopback;
beforeAll(async () => {
  loopback = await openLoopback();
});
afterAll(() => loopback.close());

/** Sends a row's example in a parent and in a sub-organization, each time as its root user. */
function asksEvery(
  name: string,
  clientIn: (place: Place) => object | Promise<object>,
  inputOf: (row: Row, place: Place, members: object) => object,
): void {
  describe(name, () => {
    let places: Place[];
    beforeAll(async () => {
      places = await openPlaces(loopback);
    });

    test.each(everyRow)('asks $row.name, if it can', async (each) => {
      for (const place of places) {
        const client = await clientIn(place);
        const methodName = methodNames(client).get(each.row.path);
        if (methodName === undefined) {
          unknown.add(each.row.name);
          continue;
        }
        known.add(each.row.name);
        const method: Method = Reflect.get(client, methodName);
        const type = typeSentBy(method, each);
        const answer = method.call(client, inputOf(each, place, await membersOf(each, type, place.has)));
        const where = place.isParent ? 'in a parent' : 'in a sub-organization';
        expect(await outcomeOf(answer), where).toBe(expectedOf(each, place, type));
      }
    });

    const [known, unknown] = [new Set<string>(), new Set<string>()];
    test('knows all but those of our own, and they are more than sixty', () => {
      expect([...unknown].filter((row) => ![...ownRows, ...ownPaths].includes(row))).toEqual([]);
      expect(known.size).toBeGreaterThanOrEqual(60);
    });
  });
}

for (const { version, http } of versions)
  asksEvery(
    `@turnkey/http ${version}`,
    ({ key }) => clientOf(loopback, http, key),
    ({ row }, { organizationId }, members) =>
      row.kind === 'query'
        ? { organizationId, ...members }
        : { type: newestOf(row).type, timestampMs: now(), organizationId, parameters: members },
  );

asksEvery(
  '@turnkey/sdk-server 8.2.1',
  ({ key: { publicKey: apiPublicKey, privateKey: apiPrivateKey }, organizationId: defaultOrganizationId }) =>
    new Turnkey({ apiBaseUrl: loopback.url, apiPublicKey, apiPrivateKey, defaultOrganizationId }).apiClient(),
  (_, { organizationId }, members) => ({ organizationId, ...members }),
);

asksEvery(
  '@turnkey/core 2.8.1',
  async (place) => (await coreClientOf(loopback, place)).httpClient,
  (_, { organizationId }, members) => ({ organizationId, ...members }),
);

testShared(published, 'what went over the wire is what the published description says', (document) => {
  const faults = loopback.exchanges.flatMap((exchange) => faultsOf(document, exchange));
  expect([...new Set(faults)]).toEqual([]);
  const described = new Set(
    loopback.exchanges.map(({ path }) => path).filter((path) => document.paths[path] !== undefined),
  );
  expect(described.size).toBeGreaterThan(everyRow.length / 2);
});
