import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A package that is on no registry yet. */
export type Published = {
  readonly manifest: { readonly name: string; readonly version: string };
  /** The path of its packed archive. */
  readonly archive: string;
};

/**
 * A registry on this machine that has some packages, each in one version, and leads to another registry for all others.
 *
 * @returns its address, and what closes it.
 */
export async function openRegistry(
  packages: readonly Published[],
  others: string,
): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const found = packages.find(({ manifest }) => path === `/${manifest.name}` || path === archiveOf(manifest));
    if (!found) {
      response.writeHead(302, { Location: others.replace(/\/$/, '') + path }).end();
    } else if (path === archiveOf(found.manifest)) {
      response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(readFileSync(found.archive));
    } else {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(listed(found, url)));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => void server.close() };
}

const archiveOf = ({ name, version }: Published['manifest']): string => `/${name}/-/${name}-${version}.tgz`;

/** What a registry says of a package. */
function listed({ manifest, archive }: Published, url: string) {
  const integrity = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  const { name, version } = manifest;
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, dist: { tarball: url + archiveOf(manifest), integrity } } },
  };
}
