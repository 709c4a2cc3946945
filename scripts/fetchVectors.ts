// Fetches the published vectors that tests and `npm run check:vectors` read, into a folder that Git ignores. What does not have its digest
// is refused, and then nothing is kept.
import { vectorFolders } from '../test/support/vectorFolders.js';
import { fetchVectors } from './vectors/fetchVectors.js';
import { vectorSources } from './vectors/sources.js';

const folder = vectorFolders.fetched;
const faults = await fetchVectors(vectorSources, { origin: 'https://raw.githubusercontent.com', folder });
for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error(`Nothing is kept: ${faults.length} files were refused.`);
  process.exitCode = 1;
} else {
  const count = vectorSources.reduce((sum, { files }) => sum + files.length, 0);
  console.log(`${count} files, each with its digest, are in ${folder}.`);
}
