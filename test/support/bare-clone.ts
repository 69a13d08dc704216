/** A clone of what is committed, in which nothing but `npm install` has run: where somebody stands who has just found this. */
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { ROOT, runCommand } from './server-process.ts'

export interface BareClone {
  /** The project. */
  readonly folder: string
  /** A terminal whose Node is the one that the project asks for, where that of the machine is an older one. */
  readonly withNode: { readonly PATH: string }
  /** A copy of the server that `npm run build` has made. */
  image(): string
  remove(): void
}

export const makeBareClone = (): BareClone => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'saga-bare-')))
  const folder = join(base, 'saga')
  const image = join(base, 'image')
  runCommand(`git clone --quiet --no-hardlinks ${ROOT} ${folder}`)
  runCommand('npm install', { cwd: folder })
  let isCopied = false
  return {
    folder,
    withNode: { PATH: [join(folder, 'node_modules/node/bin'), process.env['PATH']].join(delimiter) },
    image: () => {
      if (!isCopied) cpSync(join(folder, 'gen/srv'), image, { recursive: true })
      isCopied = true
      return image
    },
    remove: () => {
      rmSync(base, { recursive: true, force: true })
    },
  }
}
