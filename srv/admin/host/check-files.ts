import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AdminError } from '../core/errors.ts'
import type { CheckFile } from '../core/check-files/words.ts'

/** Of the directory of checks: more is no list that a person keeps. */
const [MAX_FILES, MAX_BYTES] = [200, 262_144]

/**
 * The files of checks of an application, in the order of their names. They are read each time, since who changes one wants to see it.
 *
 * @returns none where there is no such directory.
 * @throws AdminError `INVALID_RULE` for more or larger files than a person keeps.
 */
export const readCheckFiles = async (directory: string): Promise<CheckFile[]> => {
  const names = await readdir(directory).catch((error: unknown): string[] => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  })
  const files = names.filter((name) => /\.ya?ml$/i.test(name)).sort()
  if (files.length > MAX_FILES) throw new AdminError('INVALID_RULE', `At most ${MAX_FILES} files of checks are read`)
  const read: CheckFile[] = []
  for (const name of files) {
    const path = join(directory, name)
    if ((await stat(path)).size > MAX_BYTES)
      throw new AdminError('INVALID_RULE', `At ${name}: a file of checks has at most ${MAX_BYTES} bytes`)
    read.push({ name, text: await readFile(path, 'utf8') })
  }
  return read
}
