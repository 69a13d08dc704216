import type { Statement, ValueKind } from '../core/values.ts'
import type { ErrorCode } from '../core/errors.ts'
import type { Row } from '../database/session.ts'
import type { Spelling } from '../core/dump/check-statement.ts'
import type { ForeignTables } from '../core/dump/foreign-tables.ts'
import type { DumpStatement } from '../core/dump/manifest.ts'
import type { TypeElsewhere } from '../core/dump/move-types.ts'
import type { CatalogQuery } from './rows.ts'

/** A view of the engine that may be missing, or closed to the database user. */
export interface Source<Item> {
  /** As the engine calls it. */
  readonly name: string
  /** Asked first where the statement may not be possible: without a row the source is not read. */
  readonly probe?: { readonly statement: Statement; readonly otherwise: 'missing' | 'denied'; readonly reason?: string }
  readonly statement: Statement
  readonly item: (row: Row) => Item
}

/**
 * What a table, or a schema, bears that was made as a copy, in a comment: it belongs to the object itself, whoever
 * renames it, restarts or asks.
 */
export const COPY_MARK = 'Copied by the administration API'

/** An object, or a part of the structure whose text may name another. */
export interface Dependent {
  readonly name: string
  /** Null when it is known to depend on what was asked about. */
  readonly text: string | null
}

/** How copies and clones are recognized, by the mark in their comment, and dropped. */
export interface Copies {
  /** Tables of a schema that bear the mark. */
  readonly tables: CatalogQuery<{ schema: string }, string>
  /** Schemas that bear the mark; null where schemas bear none, and the API remembers their names. */
  readonly schemas: CatalogQuery<void, string> | null
  /** What would be lost or broken besides the table, or the schema when `table` is null. */
  readonly dependents: CatalogQuery<{ schema: string; table: string | null }, Dependent>
  dropTable(schema: string, table: string): Statement
  /** Null where a schema is a database of its own, which the session's owner removes. */
  dropSchema(schema: string): Statement | null
}

/** Something that the steps of a plan make. Indexes of keys belong to their constraint and are not told. */
export interface MadeObject {
  readonly type:
    | 'sequence'
    | 'table'
    | 'index'
    | 'constraint'
    | 'foreignKey'
    | 'trigger'
    | 'view'
    | 'type'
    | 'function'
    | 'rule'
    | 'policy'
    | 'grant'
    | 'statistics'
  readonly name: string
  /** What it does to objects besides those that are made, or what is not as in the original. */
  readonly note?: string
}

/** What comes with a clone when it is asked for. */
export const CLONE_PARTS = ['triggers', 'types', 'functions', 'policies', 'grants'] as const
export type ClonePart = (typeof CLONE_PARTS)[number]

/** Something of the source that the plan leaves out. */
export interface SkippedObject {
  readonly type: string
  readonly name: string
  readonly reason: string
}

/** One statement of a plan. */
export interface Step {
  /** What is being done, for those who watch. */
  readonly phase: string
  readonly statement: Statement
  /** The table that the statement inserts rows into: its count is that table's. */
  readonly rowsOf?: string
  /** Asked when it is done: each row of the answer makes one more statement. */
  readonly followUp?: { readonly question: Statement; readonly statement: (row: Row) => Statement }
  /** What is done instead where the database refuses the statement because of the rows. */
  readonly otherwise?: {
    readonly object: Pick<MadeObject, 'type' | 'name'>
    /** How rows that do not allow it are told from all other faults. */
    readonly refusals: readonly ErrorCode[]
    /** Tried one after the other; where the statement is null, the object is left out. */
    readonly ways: readonly { readonly statement: Statement | null; readonly note: string }[]
  }
  /** An object of `otherwise` that it belongs to: left out where that is. */
  readonly of?: Pick<MadeObject, 'type' | 'name'>
  /** The objects that it makes, a table before what belongs to it. */
  readonly about?: readonly Pick<MadeObject, 'type' | 'name'>[]
}

/** How to make one structure from another. */
export interface StructurePlan {
  /** To be run in this order, in one transaction, which leaves nothing behind when it fails. */
  readonly steps: readonly Step[]
  readonly made: readonly MadeObject[]
  readonly skipped: readonly SkippedObject[]
}

export interface CloneInput {
  /** Names as the catalog spells them. */
  readonly source: string
  /** A schema that does not exist. */
  readonly target: string
  readonly includeData: boolean
  /** Tables and views that are left out. */
  readonly excluded: readonly string[]
  readonly include: ReadonlySet<ClonePart>
}

export interface CopyInput {
  readonly source: { readonly schema: string; readonly name: string }
  /** A table that does not exist, in a schema that does. */
  readonly target: { readonly schema: string; readonly name: string }
  readonly includeData: boolean
  /** Which rows; null means all. Its parameters start at 1. */
  readonly where: Statement | null
  /** How many rows at most, the first ones in the order of the primary key; null means all. */
  readonly limit: number | null
  /** Whether what fires on the source fires on the copy, too. */
  readonly includeTriggers: boolean
}

/** Why a key to the table itself cannot be kept, when the copy gets some of the rows only. */
export const PARTIAL_COPY = 'The copy has some of the rows only, and perhaps not those that they refer to'

/** Why triggers are not copied unless that is asked for. */
export const TRIGGERS_LEFT_OUT =
  "It may write where it writes for the original, such as into its audit table: copied with 'includeTriggers' only"

/** Why a clone has no triggers unless that is asked for. */
export const CLONED_WHEN_ASKED = "Copied with 'includeTriggers' only"

/** Rows that the questions were answered with, by name. */
export type Answers = Readonly<Record<string, readonly Row[]>>

/** Plans in two moves, so that it needs no connection. */
export interface Planner<Input> {
  /** To be asked one after the other, in the transaction that the plan will run in. */
  questions(input: Input): Readonly<Record<string, Statement>>
  /** @throws AdminError `NOT_SUPPORTED`, `SCHEMA_NOT_ALLOWED` */
  plan(input: Input, answers: Answers): StructurePlan
}

/** How one engine copies structures. */
export interface Structure {
  /** Why a new table cannot have this name; null when it can. */
  nameProblem(name: string): string | null
  readonly clone: Planner<CloneInput>
  readonly copy: Planner<CopyInput>
  readonly copies: Copies
  /** Statements without parameters that make all of a schema where nothing of it is; absent where none are written. */
  readonly script?: Planner<{ readonly schema: string }>
  /** How statements of `script` are run elsewhere; absent where none are written. */
  readonly rebuild?: Rebuild
}

/** A table whose rows are rows of another one as well. */
export interface TablePart {
  readonly schema: string
  readonly table: string
  readonly parentSchema: string
  readonly parent: string
}

/** How tables are made of statements that a file has brought. */
export interface Rebuild {
  readonly spelling: Spelling
  /** The engine reads the CSV of a dump of its own by itself, but for these kinds of values; absent where it does not. */
  readonly unreadKinds?: ReadonlySet<ValueKind>
  /** The sum of a number that the engine makes of the values of each row, as text, which is the same whatever their order; absent where it makes none. */
  rowsSum?(values: readonly string[]): string
  /** Of functions that such statements call those that may do more than compute; absent where all only do that. */
  readonly closed?: CatalogQuery<{ readonly functions: readonly string[] }, string>
  /** Tables of a schema that hold rows of others as well, one row for each of these; absent where no table does. */
  readonly parts?: CatalogQuery<{ readonly schema: string }, TablePart>
  /** Types of other schemas that columns of a schema have; absent where there are none. */
  readonly typesElsewhere?: CatalogQuery<{ readonly schema: string }, TypeElsewhere>
  /** How tables are made of a dump of another engine. */
  readonly foreign: ForeignTables
  /** The statement for a schema of another name. */
  inSchema(statement: DumpStatement, from: string, to: string): string
}
