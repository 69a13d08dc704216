import { AdminError } from '../../../core/errors.ts'
import { flag, number, text, textOrNull } from '../../rows.ts'
import type { Row } from '../../../database/session.ts'
import type { Answers } from '../../structure.ts'

export interface ForeignKey {
  readonly name: string
  readonly table: string
  readonly parentSchema: string
  readonly parent: string
  readonly onUpdate: string
  readonly onDelete: string
  readonly isEnforced: boolean
  readonly isValidated: boolean
  /** Checked at the end of the transaction. */
  readonly isDeferred: boolean
  readonly columns: string[]
  readonly parentColumns: string[]
}

/**
 * What the catalog says about a schema, or one table of it.
 *
 * @throws AdminError `SCHEMA_NOT_ALLOWED` for schemas that are deployed as a whole.
 */
export const readAnswers = (schema: string, answers: Answers) => {
  const rows = (name: string) => answers[name] ?? []
  if (rows('container').some((row) => number(row, 'objects') > 0))
    throw new AdminError(
      'SCHEMA_NOT_ALLOWED',
      `Schema '${schema}' is a container of SAP HANA Deployment Infrastructure: its tables are made and copied by deploying design-time files, or by the container's API (schema '${schema}#DI')`,
    )
  const columns = rows('columns').map((row) => ({
    table: text(row, 'table'),
    name: text(row, 'name'),
    generation: row['generation'] === null ? '' : text(row, 'generation'),
  }))
  const keys = rows('keys').map((row) => ({
    table: text(row, 'table'),
    name: text(row, 'name'),
    column: text(row, 'column'),
    isPrimary: flag(row, 'primary'),
  }))
  return {
    currentSchema: rows('currentSchema').map((row) => text(row, 'name'))[0],
    tables: rows('tables').map((row) => {
      const name = text(row, 'name')
      return {
        name,
        isColumnTable: flag(row, 'column'),
        isVirtual: row['type'] === 'VIRTUAL',
        columns: columns.filter(({ table }) => table === name),
        keyColumns: keys.filter(({ table, isPrimary }) => table === name && isPrimary).map(({ column }) => column),
        constraints: [...new Set(keys.filter(({ table }) => table === name).map((key) => key.name))],
      }
    }),
    indexes: rows('indexes').map((row) => ({ table: text(row, 'table'), name: text(row, 'name') })),
    foreignKeys: foreignKeys(rows('foreignKeys')),
    triggers: rows('triggers').map((row) => text(row, 'name')),
    views: rows('views').map((row) => ({
      name: text(row, 'name'),
      definition: text(row, 'definition'),
      isPlain: row['type'] === 'ROW',
      needs: rows('viewNeeds')
        .filter((need) => need['view'] === row['name'])
        .map((need) => text(need, 'needs')),
    })),
    sequences: rows('sequences').map((row) => ({
      name: text(row, 'name'),
      options: [
        `START WITH ${text(row, 'start')} INCREMENT BY ${text(row, 'increment')}`,
        `MINVALUE ${text(row, 'min')} MAXVALUE ${text(row, 'max')} ${flag(row, 'cycle') ? '' : 'NO '}CYCLE`,
        number(row, 'cache') > 1 ? `CACHE ${text(row, 'cache')}` : 'NO CACHE',
      ].join(' '),
    })),
    others: rows('others').map((row) => ({ type: text(row, 'type'), name: text(row, 'name') })),
  }
}

export type Structure = ReturnType<typeof readAnswers>
export type Table = Structure['tables'][number]

/** @param row with the CHECK_TIME of a foreign key. */
const isDeferred = (row: Row): boolean => textOrNull(row, 'check_time')?.includes('DEFERRED') ?? false

/** The catalog has a row for each column. */
const foreignKeys = (rows: Answers[string]): ForeignKey[] => {
  const keys = new Map<string, ForeignKey>()
  for (const row of rows) {
    const [table, name] = [text(row, 'table'), text(row, 'name')]
    const id = JSON.stringify([table, name])
    const key = keys.get(id) ?? {
      name,
      table,
      parentSchema: text(row, 'parent_schema'),
      parent: text(row, 'parent'),
      onUpdate: text(row, 'on_update'),
      onDelete: text(row, 'on_delete'),
      isEnforced: flag(row, 'enforced'),
      isValidated: flag(row, 'validated'),
      isDeferred: isDeferred(row),
      columns: [],
      parentColumns: [],
    }
    key.columns.push(text(row, 'column'))
    key.parentColumns.push(text(row, 'parent_column'))
    keys.set(id, key)
  }
  return [...keys.values()]
}
