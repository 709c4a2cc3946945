import { writeFile } from 'node:fs/promises';
import { LatchkeyError } from '../../errors.js';

/** Writes a file that a command was told to write. @throws {WriteError} FILE_UNWRITABLE */
export async function writeText(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (cause) {
    throw new WriteError('FILE_UNWRITABLE', `${path} cannot be written.`, { cause });
  }
}

/** The folder is not there, or is somebody else's. */
class WriteError extends LatchkeyError<'FILE_UNWRITABLE'> {}
