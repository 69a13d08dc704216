import type { Model, ModelEntity } from './model.ts'

/** What the application hides from the API by `@dba.hidden`: whole tables, and columns, which are masked for everybody. */
export interface Hidden {
  readonly isTable: (name: string) => boolean
  /** Whether a text, such as a definition or a message, names one of these tables. */
  readonly mentionsTable: (text: string | null) => boolean
  /** The same of their columns, wherever these are. */
  readonly mentionsColumn: (text: string) => boolean
}

/** @returns undefined where nothing is hidden. */
export const hiddenOf = ({ entities }: Model): Hidden | undefined => {
  const tables = entities.flatMap(({ isHidden, table }) => (isHidden && table !== null ? [table] : []))
  const columns = entities.flatMap(({ hiddenColumns = [] }) => hiddenColumns)
  if (tables.length + columns.length === 0) return undefined
  const [table, column] = [tablePattern(tables), anyOf(columns)]
  // eslint-disable-next-line saga/linear-expressions -- names of the model as they are, beside each other
  const isTable = new RegExp(`^${table}$`, 'iu')
  // eslint-disable-next-line saga/linear-expressions -- names of the model as they are, beside each other
  const [tableWord, columnWord] = [table, column].map((each) => new RegExp(`${START}${each}${END}`, 'iu'))
  return {
    isTable: (name) => isTable.test(name),
    mentionsTable: (text) => text !== null && (tableWord?.test(text) ?? false),
    mentionsColumn: (text) => columnWord?.test(text) ?? false,
  }
}

const START = String.raw`(?<![\p{L}\p{N}_$])`
const END = String.raw`(?![\p{L}\p{N}_$])`

/** What CAP makes for an entity beside its table: views of its texts by language, and the table of its drafts. */
const tablePattern = (tables: readonly string[]): string =>
  `(?:localized[_.](?:[a-z]{2}(?:_[a-z]{2})?[_.])?)?${anyOf(tables)}(?:_drafts)?`

const anyOf = (names: readonly string[]): string =>
  names.length === 0
    ? '(?!)'
    : `(?:${[...new Set(names)].map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')})`

/** The model as operations see it: without what is hidden as a whole, and what refers to that. */
export const withoutHidden = (model: Model): Model => {
  const hidden = hiddenOf(model)
  if (!hidden) return model
  const entities = model.entities.flatMap((entity): ModelEntity[] => {
    if (entity.isHidden) return []
    const associations = entity.associations.filter(({ targetTable }) => !hidden.isTable(targetTable))
    return [{ ...entity, associations }]
  })
  return { ...model, entities }
}

/** The model of who sees sensitive data: masked is only what the application hides from everybody. */
export const asAdminsSee = (model: Model): Model => withSensitive(model, ({ hiddenColumns = [] }) => hiddenColumns)

/** The model of what admins see and others do not. */
export const ofAdminsOnly = (model: Model): Model =>
  withSensitive(model, ({ sensitiveColumns, hiddenColumns = [] }) =>
    sensitiveColumns.filter((column) => !hiddenColumns.includes(column)),
  )

const withSensitive = (model: Model, columnsOf: (entity: ModelEntity) => readonly string[]): Model => ({
  ...model,
  entities: model.entities.map((entity) => ({ ...entity, sensitiveColumns: columnsOf(entity) })),
})
