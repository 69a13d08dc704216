import type { Structure } from '../structure.ts'
import { clone, script } from './structure/clone.ts'
import { copies } from './structure/copies.ts'
import { copy, MAX_NAME_BYTES } from './structure/copy.ts'
import { rebuild } from './structure/rebuild.ts'

export const structure: Structure = {
  nameProblem: (name) =>
    Buffer.byteLength(name) > MAX_NAME_BYTES ? `A name has at most ${MAX_NAME_BYTES} bytes` : null,
  clone,
  copy,
  copies,
  script,
  rebuild,
}
