import type { Row } from './csv.ts'
import { derivePerson } from './derive-person.ts'
import { flattenShows } from './flatten-shows.ts'
import type { Item, Sources } from './read-sources.ts'
import type { Table } from './table-model.ts'
import { uuidV5 } from './uuid.ts'

/** When and by whom the data set was made: fixed, so that two builds are equal. */
const MANAGED: Row = {
  createdAt: '2026-11-20T00:00:00.000Z',
  createdBy: 'saga',
  modifiedAt: '2026-11-20T00:00:00.000Z',
  modifiedBy: 'saga',
}

/** Words that say "not known"; what is not known is left out instead. */
const UNKNOWN = new Set(['', '~', 'null', 'unknown', 'n/a', 'N/A'])

type Rows = Map<string, Row[]>
type Tables = ReadonlyMap<string, Table>

/** Builds the rows of all tables from the sources. Throws at the first name or key that cannot be right. */
export function buildRows(sources: Sources, tables: Tables): Rows {
  const { shows, episodes } = flattenShows(sources, getTable(tables, 'Episode'))
  const people = sources.items['People']?.map((item) => derivePerson(item, sources)) ?? []
  const items = Object.entries({ ...sources.items, People: people, Show: shows, Episode: episodes })
  const rows: Rows = new Map([...tables.keys()].map((name) => [name, []]))
  const ids = new Map(items.map(([name, list]) => [name, assignIds(name, list)]))
  for (const [name, list] of items) {
    for (const item of list) addRow(getTable(tables, name), item, ids, tables, rows)
  }
  for (const key of ids.get('Starship')?.keys() ?? []) {
    if (ids.get('Vehicle')?.has(key)) throw new Error(`'${key}' is both a starship and a vehicle`)
  }
  return rows
}

/** What an item is called within its table: the text that sources refer to it by, and that its ID is made from. */
function naturalKey(tableName: string, item: Item): string {
  const parts =
    tableName === 'Episode'
      ? [item['show'], item['season_number'], item['episode_number']]
      : [item['name'] ?? item['title']]
  if (!parts.every((part) => typeof part === 'string')) throw new Error(`${tableName}: an item has no name`)
  return parts.join('/')
}

function assignIds(tableName: string, items: readonly Item[]): Map<string, string> {
  const ids = new Map<string, string>()
  for (const item of items) {
    const key = naturalKey(tableName, item)
    if (ids.has(key)) throw new Error(`${tableName}: '${key}' occurs twice`)
    ids.set(key, uuidV5(`${tableName}/${key}`))
  }
  return ids
}

function addRow(
  table: Table,
  item: Item,
  ids: ReadonlyMap<string, Map<string, string>>,
  tables: Tables,
  rows: Rows,
): void {
  const key = naturalKey(table.name, item)
  const where = `${table.name} '${key}'`
  const row: Row = { ID: uuidV5(`${table.name}/${key}`), ...(table.isManaged ? MANAGED : {}) }
  const idOf = (target: string, name: string): string => {
    const id = ids.get(target)?.get(name)
    if (id === undefined) throw new Error(`${where}: unknown ${target} '${name}'`)
    return id
  }
  for (const [element, value] of Object.entries(item)) {
    const reference = table.references.get(element)
    const collection = table.collections.get(element)
    if (collection !== undefined) {
      const link = describeLink(table, getTable(tables, collection), where)
      for (const name of asList(value, where, element)) {
        const linkRow: Row = {
          ID: uuidV5(`${collection}/${key}/${name}`),
          [`${link.owner}_ID`]: row['ID'] ?? '',
          [`${link.target}_ID`]: idOf(link.targetTable, name),
        }
        if (rows.get(collection)?.some(({ ID }) => ID === linkRow['ID']))
          throw new Error(`${where}: '${name}' occurs twice in ${element}`)
        rows.get(collection)?.push(linkRow)
      }
    } else if (reference !== undefined) {
      row[`${element}_ID`] = idOf(reference, asText(value, where, element))
    } else if (table.columns.includes(element) && !(element in row)) {
      row[element] = asText(value, where, element)
    } else {
      throw new Error(`${where}: unknown key '${element}'`)
    }
  }
  for (const element of table.mandatory) {
    if (!(element in item)) throw new Error(`${where}: '${element}' is missing`)
  }
  rows.get(table.name)?.push(row)
}

/** A link table has two references: one back to the owner of the collection, the other to what is linked. */
function describeLink(
  owner: Table,
  link: Table,
  where: string,
): { owner: string; target: string; targetTable: string } {
  const back = [...link.references].find(([, target]) => target === owner.name)
  const other = [...link.references].find(([, target]) => target !== owner.name)
  if (!back || !other) throw new Error(`${where}: ${link.name} is not a link table`)
  return { owner: back[0], target: other[0], targetTable: other[1] }
}

function getTable(tables: Tables, name: string): Table {
  const table = tables.get(name)
  if (!table) throw new Error(`The model has no stored entity ${name}`)
  return table
}

function asText(value: unknown, where: string, element: string): string {
  if (typeof value !== 'string') throw new Error(`${where}: '${element}' must be one text`)
  if (UNKNOWN.has(value)) throw new Error(`${where}: '${element}' is '${value}'; leave out what is not known`)
  return value
}

function asList(value: unknown, where: string, element: string): string[] {
  if (!Array.isArray(value)) throw new Error(`${where}: '${element}' must be a list of names`)
  return value.map((name) => asText(name, where, element))
}
