/** What this folder needs to know of a compiled CDS model (CSN). */
export interface Model {
  definitions?: Record<string, Definition>
}

interface Definition {
  kind?: string
  query?: unknown
  projection?: unknown
  elements?: Record<string, Element>
}

interface Element {
  target?: unknown
  cardinality?: { max?: unknown }
  '@mandatory'?: unknown
}

/** One stored entity, as the builder sees it. */
export interface Table {
  /** Without the namespace: `Film2People`. */
  name: string
  /** Names of the columns, foreign keys as `homeworld_ID`. */
  columns: string[]
  /** Elements that must have a value. */
  mandatory: string[]
  isManaged: boolean
  /** Associations to one row: element name to table name. */
  references: Map<string, string>
  /** Associations to many rows: element name to table name. */
  collections: Map<string, string>
}

/** Describes the stored entities of a namespace; views and entities without an `ID` are not built from sources. */
export function readTables(model: Model, namespace: string): Map<string, Table> {
  const tables = new Map<string, Table>()
  for (const [fullName, definition] of Object.entries(model.definitions ?? {})) {
    const isStored = definition.kind === 'entity' && !definition.query && !definition.projection
    if (!fullName.startsWith(`${namespace}.`) || !isStored || !definition.elements?.['ID']) continue
    const name = fullName.slice(namespace.length + 1)
    tables.set(name, readTable(name, definition.elements, namespace))
  }
  return tables
}

function readTable(name: string, elements: Record<string, Element>, namespace: string): Table {
  const table: Table = {
    name,
    columns: [],
    mandatory: [],
    isManaged: 'createdAt' in elements,
    references: new Map(),
    collections: new Map(),
  }
  for (const [elementName, element] of Object.entries(elements)) {
    const target = typeof element.target === 'string' ? element.target.slice(namespace.length + 1) : undefined
    if (target !== undefined && element.cardinality?.max === '*') {
      table.collections.set(elementName, target)
      continue
    }
    if (target !== undefined) table.references.set(elementName, target)
    table.columns.push(target === undefined ? elementName : `${elementName}_ID`)
    if (element['@mandatory']) table.mandatory.push(elementName)
  }
  return table
}
