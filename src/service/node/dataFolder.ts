import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/**
 * Creates a folder that only its owner may enter, and that repositories ignore. An existing folder with other files keeps its permissions:
 * it may be a home directory. New files in it are private in any case.
 */
export function openDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = readdirSync(folder);
  if (!files.every((file) => /^(?:development\.|latchkey\.|token$|\.gitignore$)/.test(file))) return;
  chmodSync(folder, 0o700);
  if (!files.includes('.gitignore')) writeFileSync(join(folder, '.gitignore'), '*\n', { mode: 0o600 });
}

/** The path of a file that its owner alone may read, made empty where it is absent. */
export function ownFile(folder: string, name: string): string {
  const path = join(folder, name);
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  return path;
}

/**
 * The text of a file that is written once: by the first process, atomically, and synced to the disk before anyone reads it. Only its owner
 * may read it.
 */
export async function onceWritten(folder: string, name: string, make: () => Promise<string>): Promise<string> {
  const path = join(folder, name);
  const existing = readIfThere(path);
  if (existing !== undefined) return existing;
  const draft = `${path}.${process.pid}`;
  const text = await make();
  const file = openSync(draft, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(draft, path);
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFileSync(path, 'utf8');
  } finally {
    rmSync(draft, { force: true });
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
