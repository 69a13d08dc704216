import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { VIEWS_BEYOND } from './views-beyond.ts'

/** A column of a view, with the name of its type. */
export interface ViewColumn {
  readonly name: string
  readonly type: string
}

/** Names, types and numbers of SAP HANA's references; views by their qualified name. */
export interface Facts {
  readonly source: string
  readonly reservedWords: ReadonlySet<string>
  readonly functions: ReadonlySet<string>
  readonly errorCodes: Readonly<Record<string, string>>
  readonly views: ReadonlyMap<string, readonly ViewColumn[]>
}

interface Stored {
  readonly source: string
  readonly reservedWords: string
  readonly functions: string
  readonly errorCodes: Readonly<Record<string, string>>
  readonly systemViews: Readonly<Record<string, string>>
}

const stored = JSON.parse(readFileSync(join(import.meta.dirname, 'facts.json'), 'utf8')) as Stored

/** As the reference prints two types by mistake. */
const MISPRINTS: Readonly<Record<string, string>> = { NVARHAR: 'NVARCHAR', STRING: 'NVARCHAR' }

const columnsOf = (list: string): ViewColumn[] =>
  list.split(', ').map((column) => {
    const [name = '', type = ''] = column.split(' ')
    return { name, type: MISPRINTS[type] ?? type }
  })

/** `facts.json` holds the part of the references that is used here, and `VIEWS_BEYOND` what they leave out. */
export const FACTS: Facts = {
  source: stored.source,
  reservedWords: new Set(stored.reservedWords.split(' ')),
  functions: new Set(stored.functions.split(' ')),
  errorCodes: stored.errorCodes,
  views: new Map([
    ...Object.entries(stored.systemViews).map(([name, list]) => [`SYS.${name}`, columnsOf(list)] as const),
    ...Object.entries(VIEWS_BEYOND).map(([name, { columns }]) => [name, columnsOf(columns)] as const),
  ]),
}
