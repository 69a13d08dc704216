import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/**
 * Makes a project with this project's model and data and nothing else: CAP as it comes, without handlers, logins or
 * settings.
 *
 * @returns its folder, and what removes it.
 */
export const makeStockProject = (): { folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'saga-stock-'))
  const isModel = (name: string): boolean => name.endsWith('.cds')
  for (const room of ['db', 'srv'])
    for (const name of readdirSync(join(ROOT, room)).filter(isModel))
      cpSync(join(ROOT, room, name), join(folder, room, name))
  cpSync(join(ROOT, 'db/data'), join(folder, 'db/data'), { recursive: true })
  cpSync(join(ROOT, 'srv/_i18n'), join(folder, 'srv/_i18n'), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const postgres = { host: '127.0.0.1', user: 'postgres', database: 'postgres' }
  const cds = {
    requires: {
      auth: { kind: 'dummy' },
      db: {
        kind: 'sqlite',
        credentials: { url: ':memory:' },
        '[pg]': { kind: 'postgres', impl: '@cap-js/postgres', credentials: postgres },
      },
    },
  }
  const dependencies = { '@cap-js/sqlite': '*', '@cap-js/postgres': '*', '@sap/cds': '*' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'stock', private: true, dependencies, cds }))
  const remove = (): void => {
    rmSync(folder, { recursive: true })
  }
  return { folder, remove }
}
