import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SettingSchema } from '../../../srv/admin/setting-schema.ts'
import { SETTINGS } from '../../../srv/admin/settings.ts'
import { ROOT } from '../../support/app.ts'
import { compatibility } from '../../support/foreign-hosts.ts'

const read = (file: string): string => readFileSync(join(ROOT, 'srv/admin', file), 'utf8')

test('editors are offered the settings that there are', () => {
  const { cds } = JSON.parse(read('package.json')) as { cds: { schema: { cds: { dba: object } } } }
  expect(cds.schema.cds.dba).toEqual(JSON.parse(JSON.stringify(SETTINGS)))
})

/** The cells of the first table below a title, without its head. */
const tableBelow = (title: string): string[][] => {
  const page = read('README.md')
  const [table = ''] = /^\|[^]*?\n(?!\|)/m.exec(page.slice(page.indexOf(`\n## ${title}\n`))) ?? []
  const rows = table.trim().split('\n').slice(2)
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const code = (text: string): string => `\`${text}\``

const defaultOf = ({ default: value }: SettingSchema): string =>
  value === undefined ? '' : code(typeof value === 'string' ? value : JSON.stringify(value))

/** Each setting by its name; the many limits are one row. */
const rowsOf = ({ properties = {} }: SettingSchema, prefix = ''): string[][] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    if (schema.properties && name !== 'limits') return rowsOf(schema, `${name}.`)
    const shown = schema.properties ? `${name}.…` : `${prefix}${name}`
    return [[code(shown), defaultOf(schema), schema.description ?? '']]
  })

test('the page tells all settings as the schema has them', () => {
  expect(tableBelow('Settings')).toEqual(rowsOf(SETTINGS))
})

test('the page tells what the package is tested with', () => {
  expect(tableBelow('Compatibility')).toEqual(compatibility())
})
