/** What the CDS model knows of the database, as plain data. */

export interface ModelAssociation {
  readonly name: string
  /** Foreign key columns as deployed. */
  readonly columns: readonly string[]
  readonly targetTable: string
  readonly targetColumns: readonly string[]
}

/** A value rule that the model states for a column. */
export type ModelAssertion =
  | { readonly rule: 'required'; readonly column: string }
  | { readonly rule: 'pattern'; readonly column: string; readonly regex: string }
  | { readonly rule: 'range'; readonly column: string; readonly min?: number | string; readonly max?: number | string }
  | { readonly rule: 'in'; readonly column: string; readonly values: readonly (string | number | boolean)[] }
  | { readonly rule: 'unique'; readonly columns: readonly string[] }
  | { readonly rule: 'length'; readonly column: string; readonly max: number }

export interface ModelEntity {
  /** Qualified name in the model, such as `saga.Film`. */
  readonly name: string
  /** Name of the table or view as deployed; null for entities that are not in the database. */
  readonly table: string | null
  readonly keys: readonly string[]
  readonly managedColumns: readonly string[]
  readonly sensitiveColumns: readonly string[]
  /** Those of them that the application hides from everybody. */
  readonly hiddenColumns?: readonly string[]
  /** The application hides all of it: to the API it is not there. */
  readonly isHidden?: boolean
  readonly associations: readonly ModelAssociation[]
  readonly assertions: readonly ModelAssertion[]
  /** Model names of the entities that this one selects from. */
  readonly sources: readonly string[]
  /** Name of the service that exposes it; null for database entities. */
  readonly service: string | null
  /** Of CAP itself or of a plugin, not of the application. */
  readonly isTechnical?: boolean
  /** What its service lets be done with rows of the table behind it; absent where that cannot be told, and outside of services. */
  readonly rows?: ServedRows
}

/** What can be done with a row. */
export type RowAction = 'insert' | 'update' | 'delete'

/** An entity of a service that shows the rows of one table, all of them. */
export interface ServedRows {
  /** As deployed. */
  readonly table: string
  /** By annotations, whoever calls. */
  readonly actions: readonly RowAction[]
  readonly isDraftEnabled: boolean
  readonly columns: readonly ServedColumn[]
}

/** A column of the table that the entity shows. */
export interface ServedColumn {
  readonly column: string
  /** What it is called in the entity. */
  readonly element: string
  /** The built-in type, or what is stored as JSON. */
  readonly type: string
  readonly isKey: boolean
  /** When values that are sent for it are left out. */
  readonly isGiven: 'always' | 'on update' | 'never'
  /** Each change gives it a new value: it tells clients whether a row has changed. */
  readonly isStamp: boolean
}

export interface ModelService {
  readonly name: string
  readonly path: string
  readonly protocols: readonly string[]
}

/** What a deployment of the model runs. */
export interface ModelStatements {
  /** Makes its tables and views, in an empty schema. */
  readonly create: readonly string[]
  /** Of the model that was deployed last, where the database has recorded it; null otherwise. */
  readonly recorded: {
    /** Makes its tables, without keys that refer to others; null where it cannot be read. */
    readonly create: readonly string[] | null
    /** By which the next deployment would change the schema; null where CAP refuses to change it so. */
    readonly delta: readonly string[] | null
    /** Why it does. */
    readonly refusal: string | null
  } | null
}

export interface Model {
  readonly entities: readonly ModelEntity[]
  readonly services: readonly ModelService[]
}
