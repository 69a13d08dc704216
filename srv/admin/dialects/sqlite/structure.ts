import type { Structure } from '../structure.ts'
import { clone } from './structure/clone.ts'
import { copies } from './structure/copies.ts'
import { copy } from './structure/copy.ts'
import { rebuild } from './structure/rebuild.ts'
import { script } from './structure/script.ts'

export const structure: Structure = {
  nameProblem: (name) => (/^sqlite_/i.test(name) ? 'SQLite keeps names that start with sqlite_ for itself' : null),
  clone,
  copy,
  copies,
  script,
  rebuild,
}
