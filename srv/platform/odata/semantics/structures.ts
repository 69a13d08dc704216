import cds from '@sap/cds'
import { changeTranslation, type DatabaseService, type Translation } from '../../cap/database-service.ts'
import type { Row } from '../../cap/request.ts'
import { type Elements, flattened, isStructure } from '../values/structures.ts'

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
