import type { Entity } from '../../../cap/csn.ts'
import {
  type DatabaseService,
  type ManagedColumn,
  type ManagedElements,
  changeTranslation,
} from '../../../cap/database-service.ts'
import { type Request, type Row, toRows } from '../../../cap/request.ts'

/** SQL for a millisecond after that of a column. */
const NEXT: Readonly<Record<string, (column: string) => string>> = {
  sqlite: (column) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '+0.001 seconds')`,
  postgres: (column) => `${column} + interval '1 millisecond'`,
}

/**
 * Has the time of a change come after that of the one before, also within a millisecond, or where the clocks of two processes
 * differ: it is the ETag, by which nobody could tell the two from each other.
 */
export const laterStamps = (database: unknown): void => {
  const service = database as DatabaseService
  const next = NEXT[service.kind ?? '']
  if (!next) return
  changeTranslation(
    service,
    (Translation) =>
      class LaterStamps extends Translation {
        override managed(columns: readonly object[], elements?: ManagedElements): ManagedColumn[] {
          return super.managed(columns, elements).map((column) => {
            if (!column.onUpdate || elements?.[column.name]?.['@cds.on.update']?.['='] !== '$now') return column
            const last = this.quote(column.name)
            return {
              ...column,
              onUpdate: `CASE WHEN ${last}>=${column.onUpdate} THEN ${next(last)} ELSE ${column.onUpdate} END`,
            }
          })
        }
      },
  )
}

const forget = (row: Row, { elements, compositions }: Entity): void => {
  for (const element of Object.values(elements))
    if (element['@cds.on.insert'] && element['@cds.on.update']) Reflect.deleteProperty(row, element.name)
  for (const { name, _target } of Object.values(compositions ?? {}))
    if (_target) for (const item of toRows(row[name])) forget(item, _target)
}

/** A record that a draft becomes was last changed when it was created: CAP takes over the time of the draft's last change. */
export const freshStamps = ({ target, data }: Request): void => {
  if (target?.drafts) forget(data, target)
}
