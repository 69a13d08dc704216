import cds from '@sap/cds'
import { changeTranslation, type DatabaseService, type Translation } from '../../cap/database-service.ts'
import type { Row } from '../../cap/request.ts'

interface Part {
  readonly name: string
  readonly _type?: string
  readonly isAssociation?: boolean
  readonly elements?: Elements
  readonly _target?: { readonly elements?: Elements }
}
export type Elements = Readonly<Record<string, Part | undefined>>

/** Whether an element is a structure of others, with a column for each of these. */
export const isStructure = (element: Part | undefined): element is Part & { elements: Elements } =>
  !!element?.elements && !element.isAssociation && element._type !== 'cds.Map'

const structuresOf = (elements: Elements): (Part & { elements: Elements })[] =>
  Object.values(elements).filter((element) => isStructure(element))

/** The columns of a structure, with the path to each property. */
export const columnsOf = (elements: Elements, prefix = '', path: readonly string[] = []): [string, string[]][] =>
  Object.values(elements).flatMap((element): [string, string[]][] => {
    if (!element || element.isAssociation) return []
    const at = [...path, element.name]
    const column = prefix + element.name
    return isStructure(element) ? columnsOf(element.elements, `${column}_`, at) : [[column, at]]
  })

/** A row with a column for each property of its structures; null stands for all of them. */
export const flattened = (row: Row, elements: Elements, prefix = ''): Row => {
  const flat: Row = {}
  for (const [name, value] of Object.entries(row)) {
    const element = Object.hasOwn(elements, name) ? elements[name] : undefined
    if (!isStructure(element)) flat[prefix + name] = value
    else if (value === null)
      for (const [column] of columnsOf(element.elements, `${prefix}${name}_`)) flat[column] = null
    else Object.assign(flat, flattened(value as Row, element.elements, `${prefix}${name}_`))
  }
  return flat
}

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && !Array.isArray(value) && Object.values(value).every(isEmpty))

/** Puts the columns of structures together in a row, and in those that it leads to. A structure without any value is null. */
export const nest = (value: unknown, elements: Elements): void => {
  if (Array.isArray(value)) for (const row of value) nest(row, elements)
  else if (typeof value === 'object' && value !== null) {
    const row = value as Row
    for (const structure of structuresOf(elements)) {
      const isWhole = row[structure.name] !== undefined
      for (const [column, [name = '', ...path]] of columnsOf({ [structure.name]: structure })) {
        if (!Object.hasOwn(row, column)) continue
        let at = (row[name] ??= {}) as Row
        for (const step of path.slice(0, -1)) at = (at[step] ??= {}) as Row
        at[path.at(-1) ?? ''] = row[column]
        Reflect.deleteProperty(row, column)
      }
      if (!isWhole && row[structure.name] !== undefined && isEmpty(row[structure.name])) row[structure.name] = null
    }
    for (const [name, field] of Object.entries(row)) {
      const target = Object.hasOwn(elements, name) ? elements[name]?._target?.elements : undefined
      if (target && typeof field === 'object') nest(field, target)
    }
  }
}

interface Target {
  readonly name: string
  readonly elements: Elements
}
interface Model {
  readonly definitions: Readonly<Record<string, Target | undefined>>
}
interface Change {
  readonly INSERT?: { readonly entries?: unknown }
  readonly UPDATE?: { readonly data?: Row }
  readonly _target?: Target
}
interface Changes extends Translation {
  INSERT(query: Change): unknown
  UPDATE(query: Change): unknown
}
type ChangesClass = new (...args: never[]) => Changes

const hasStructures = (): boolean | undefined =>
  (cds.env as unknown as { effective: { odata: { structs?: boolean } } }).effective.odata.structs

/** The model as it was loaded, before CAP adds to it what cannot be compiled again. */
let loaded: object | undefined
cds.once('loaded', (model: object) => {
  loaded = model
})

/** The model as its tables are. CAP keeps with a model what it has made of it, so this is made of a copy. */
const flatModel = (): Model =>
  (cds.compile.for as unknown as { nodejs(model: object, options: object): Model }).nodejs(
    { ...loaded },
    { structs: false },
  )

/** Tables have a column for each property within a structure, which CAP knows when it reads, but not when it writes. */
export const flatStructures = (database: unknown): void => {
  if (!hasStructures()) return
  let model: Model | undefined
  const flat = (query: Change): Change => {
    const { INSERT, UPDATE, _target } = query
    const { name = '', elements = {} } = _target ?? {}
    if (!Object.values(elements).some(isStructure)) return query
    model ??= flatModel()
    const target = model.definitions[name]
    const rows = INSERT?.entries as readonly Row[] | undefined
    const entries = rows?.map((row) => flattened(row, elements))
    const data = UPDATE?.data && flattened(UPDATE.data, elements)
    return Object.create(query, {
      ...(entries && { INSERT: { value: { ...INSERT, entries } } }),
      ...(data && { UPDATE: { value: { ...UPDATE, data } } }),
      _target: { value: target },
      elements: { value: target?.elements },
    }) as Change
  }
  changeTranslation(
    database as DatabaseService,
    (Base) =>
      class extends (Base as unknown as ChangesClass) {
        override INSERT(query: Change): unknown {
          return super.INSERT(flat(query))
        }

        override UPDATE(query: Change): unknown {
          return super.UPDATE(flat(query))
        }
      },
  )
}
