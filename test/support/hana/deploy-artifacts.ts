/** What HDI leaves in the catalog of a HANA when it deploys CAP's artifacts, read line by line. */
import type { SystemParts } from './system-parts.ts'

let ids = 10_000

const nameOf = (written: string): string => (written.startsWith('"') ? written.slice(1, -1) : written.toUpperCase())
const namesIn = (list: string): string[] => list.split(',').map((name) => nameOf(name.trim()))

/** As the catalog tells a default: texts without their quotes. */
const defaultIn = (rest: string): string | null => {
  const [, text, other] = /DEFAULT (?:'((?:[^']|'')*)'|(\S+))/.exec(rest) ?? []
  return text?.replaceAll("''", "'") ?? other ?? null
}

const COLUMN = /^ {2}("[^"]+"|\w+) ([A-Z_]+)(?:\((\d+)(?:, (\d+))?\))?(.*?),?$/

/** Makes what the texts of artifacts say, owned as HDI owns it. */
export const deployArtifacts = (system: SystemParts, schema: string, artifacts: readonly string[]): void => {
  const at = (table: string) => ({ SCHEMA_NAME: schema, TABLE_NAME: table })
  const own = (type: string, name: string): void => {
    system.tell('SYS.OWNERSHIP', {
      ...{ SCHEMA_NAME: schema, OBJECT_NAME: name, OBJECT_TYPE: type, OWNER_NAME: `${schema}#OO` },
    })
  }
  const table = (text: string, kind: string, name: string): void => {
    const id = ++ids
    system.tell('SYS.TABLES', { ...at(name), TABLE_OID: id, TABLE_TYPE: kind, IS_USER_DEFINED_TYPE: 'FALSE' })
    own('TABLE', name)
    text.split('\n').forEach((line, index) => {
      const [, key] = /^ {2}PRIMARY KEY\((.*)\)/.exec(line) ?? []
      if (key !== undefined)
        return namesIn(key).forEach((column, place) => {
          const flags = { IS_PRIMARY_KEY: 'TRUE', IS_UNIQUE_KEY: 'TRUE', CONSTRAINT_NAME: `_SYS_TREE_CS_#${id}_#0_#P0` }
          system.tell('SYS.CONSTRAINTS', { ...at(name), ...flags, COLUMN_NAME: column, POSITION: place + 1 })
        })
      const [, column = '', type = '', length, scale, rest = ''] = COLUMN.exec(line) ?? []
      if (column === '') return
      const isExact = type === 'DECIMAL' || type === 'SMALLDECIMAL'
      system.tell('SYS.TABLE_COLUMNS', {
        ...{ ...at(name), TABLE_OID: id, COLUMN_NAME: nameOf(column), POSITION: index, DATA_TYPE_NAME: type },
        LENGTH: Number(length ?? (type === 'SMALLDECIMAL' ? 16 : isExact ? 34 : 10)),
        SCALE: scale === undefined ? null : Number(scale),
        IS_NULLABLE: rest.includes('NOT NULL') ? 'FALSE' : 'TRUE',
        DEFAULT_VALUE: defaultIn(rest),
        ...(rest.includes('GENERATED ALWAYS AS (') && {
          GENERATED_ALWAYS_AS: '"A" || \'x\'',
          GENERATION_TYPE: 'ALWAYS AS',
        }),
      })
    })
  }
  const index = (name: string, of: string, columns: string, isUnique: boolean): void => {
    const id = ++ids
    own('INDEX', name)
    system.tell('SYS.INDEXES', {
      ...{ ...at(of), INDEX_NAME: name, INDEX_OID: id, INDEX_TYPE: 'INVERTED VALUE UNIQUE' },
      CONSTRAINT: isUnique ? 'UNIQUE' : null,
    })
    namesIn(columns).forEach((column, place) => {
      const where = { ...at(of), COLUMN_NAME: column, POSITION: place + 1 }
      system.tell('SYS.INDEX_COLUMNS', { ...where, INDEX_NAME: name, INDEX_OID: id, ASCENDING_ORDER: 'TRUE' })
      const flags = { CONSTRAINT_NAME: name, IS_PRIMARY_KEY: 'FALSE', IS_UNIQUE_KEY: 'TRUE' }
      if (isUnique) system.tell('SYS.CONSTRAINTS', { ...where, ...flags })
    })
  }
  const view = (text: string, name: string): void => {
    own('VIEW', name)
    system.tell('SYS.VIEWS', {
      SCHEMA_NAME: schema,
      VIEW_NAME: name,
      VIEW_OID: ++ids,
      DEFINITION: 'SELECT',
      IS_VALID: 'TRUE',
    })
    const [, items = ''] = /SELECT(?: DISTINCT)?\n([^]*?)\n\s*FROM/.exec(text) ?? []
    const columns = items.split(/,\n(?= {2,4}\S)/).map((item) => nameOf(/("[^"]+"|\w+)\s*$/.exec(item)?.[1] ?? ''))
    columns.forEach((column, place) => {
      system.tell('SYS.VIEW_COLUMNS', {
        ...{
          SCHEMA_NAME: schema,
          VIEW_NAME: name,
          COLUMN_NAME: column,
          POSITION: place + 1,
          DATA_TYPE_NAME: 'NVARCHAR',
        },
        ...{ LENGTH: 10, IS_NULLABLE: 'TRUE' },
      })
    })
  }
  const foreignKey = (text: string, name: string): void => {
    const part = (form: RegExp): string => form.exec(text)?.[1] ?? ''
    const parents = namesIn(part(/REFERENCES [^(]+\((.*)\)/))
    namesIn(part(/FOREIGN KEY\((.*)\)/)).forEach((column, place) => {
      system.tell('SYS.REFERENTIAL_CONSTRAINTS', {
        ...{ ...at(nameOf(part(/ON ("[^"]+"|\w+)/))), CONSTRAINT_NAME: name, COLUMN_NAME: column, POSITION: place + 1 },
        ...{ REFERENCED_SCHEMA_NAME: schema, REFERENCED_TABLE_NAME: nameOf(part(/REFERENCES ("[^"]+"|\w+)/)) },
        REFERENCED_COLUMN_NAME: parents[place] ?? '',
        ...{ UPDATE_RULE: part(/ON UPDATE (.*)/), DELETE_RULE: part(/ON DELETE (.*)/), IS_ENFORCED: 'TRUE' },
      })
    })
  }
  for (const text of artifacts) {
    const [, kind = '', name = '', of = '', columns = ''] =
      /^\s*(?:UNIQUE |INVERTED )*(COLUMN TABLE|ROW TABLE|VIEW|INDEX|CONSTRAINT) ("[^"]+"|\w+)(?: ON ("[^"]+"|\w+) \((.*)\))?/.exec(
        text,
      ) ?? []
    if (kind.endsWith('TABLE')) table(text, kind.split(' ')[0] ?? '', nameOf(name))
    else if (kind === 'INDEX') index(nameOf(name), nameOf(of), columns, text.startsWith('UNIQUE'))
    else if (kind === 'VIEW') view(text, nameOf(name))
    else foreignKey(text, nameOf(name))
  }
}
