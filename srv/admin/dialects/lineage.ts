import type { LineageEdgeType, LineageNodeType } from '../core/lineage/graph.ts'
import type { AccessProbe, Row, StepAccess } from '../database/session.ts'
import { type CatalogQuery, type Reader, rowReader, text, textOrNull } from './rows.ts'

/** Something in the database that data flows from or to. */
export interface FlowEnd {
  readonly schema: string
  readonly name: string
  readonly type: Exclude<LineageNodeType, 'service'>
}

/** Reads one from the columns `<side>_schema`, `<side>` and `<side>_type`. */
export const readEnd = (row: Row, side: 'source' | 'target'): FlowEnd => ({
  schema: text(row, `${side}_schema`),
  name: text(row, side),
  type: text(row, `${side}_type`) as FlowEnd['type'],
})

/** Data of one object, or of one of its columns, that another object takes up. */
export interface Flow {
  readonly source: FlowEnd
  readonly target: FlowEnd
  readonly type: LineageEdgeType
  /** Null when the object as a whole is meant, or it is not known. */
  readonly sourceColumn: string | null
  /** Null when the data goes into no column, but into which rows there are; or it is not known. */
  readonly targetColumn: string | null
  /** It is not known which columns the data goes into. */
  readonly isUnsure?: boolean
  /** It decides of which rows the target column is made, and is no part of its value: the key of a correlated query. */
  readonly isCondition?: boolean
}

/** Something that may take data on, in a way that the engine does not know. */
export interface Unresolved {
  readonly schema: string
  readonly object: string
  readonly reason: string
  /** False when it may belong to any lineage, since nothing is known of it; else it counts where it is met. */
  readonly isMet?: boolean
}

/** An object, or one column of it, that is made of what cannot be told. */
export interface Untraced {
  readonly target: Pick<FlowEnd, 'schema' | 'name'>
  readonly column: string | null
}

/** A table that another one has columns of, under the same names; where it is not certain which, it is unsure. */
export interface Relative {
  readonly schema: string
  readonly name: string
  readonly isUnsure?: boolean
}

/** What computes: a view, a trigger, a function. */
export type Transformation = ReturnType<typeof readTransformation>
export const readTransformation = rowReader({
  schema: text,
  /** The object that the data is in or comes from: the view itself, the table of a trigger. */
  object: text,
  name: text,
  type: text as Reader<'view' | 'materialized' | 'trigger' | 'procedure'>,
  definition: textOrNull,
})

interface Definitions {
  /** Tables that a table has rows or columns of: those that it is a part of, and its own parts. */
  readonly relatives?: CatalogQuery<{ schema: string; name: string }, Relative>
  /** A row where triggers or functions may write into a table. */
  readonly isWritten?: CatalogQuery<{ schema: string; name: string }, true>
  /** Whether the engine keeps values of other tables in a table of that name. */
  readonly isOpaque?: (name: string) => boolean
  /** @param names of objects as the flows spell them. */
  readonly transformations: CatalogQuery<
    { schema: string; names: readonly string[]; definition: boolean },
    Transformation
  >
}

/** An engine whose catalog knows what depends on what. */
export interface CatalogLineage extends Definitions {
  readonly method: 'catalog'
  /** All flows that begin or end in a schema. */
  readonly flows: readonly CatalogQuery<{ schema: string }, Flow>[]
  readonly unresolved: readonly CatalogQuery<{ schema: string }, Unresolved>[]
  readonly untraced?: CatalogQuery<{ schema: string }, Untraced>
  /** Views, where the engine keeps their queries taken apart. */
  readonly views?: ViewReader
  /** What the engine does not take apart before it runs, and how it is read. */
  readonly scripts?: ScriptReader
}

/** Which views: all of a schema and those that read from it, or some of the schema by name. */
interface WantedViews {
  readonly schema: string
  readonly names: readonly string[] | null
}

/** What a view reads of one column; the object as a whole where the column is null. */
export interface ViewRead {
  readonly view: number
  readonly source: FlowEnd
  readonly target: FlowEnd
  readonly column: string | null
  /** Names the column to the view's query, and the row as a whole. */
  readonly origin: string
  readonly row: string
  /** The columns that the row consists of. */
  readonly rowColumns: readonly string[]
}

/** The query of a view. */
export interface ViewQuery {
  readonly id: number
  /** False when it could not be taken apart. */
  readonly isKnown: boolean
  /** Columns of the view that a column is a source of, or that it decides about only. */
  columnsOf(origin: string): readonly { readonly name: string; readonly isCondition?: boolean }[]
}

/** Reads flows into the columns of views. */
export interface ViewReader {
  readonly views: CatalogQuery<WantedViews, ViewQuery>
  readonly reads: CatalogQuery<WantedViews, ViewRead>
}

/** A function with the text that it runs. */
export interface Script {
  readonly schema: string
  readonly name: string
  /** It is called by triggers only. */
  readonly isTrigger: boolean
  readonly text: string
}

/** Reads flows from the texts of functions, as far as these name what they read and write. */
export interface ScriptReader {
  readonly scripts: CatalogQuery<undefined, Script>
  /** All that scripts may name. Of several with a name the first counts, unless one is in the schema of the script. */
  readonly relations: CatalogQuery<undefined, FlowEnd>
  /** Names of functions that read what their arguments do not tell. */
  readonly opaque: CatalogQuery<undefined, string>
  read(
    scripts: readonly Script[],
    relations: readonly FlowEnd[],
    opaque: readonly string[],
  ): {
    readonly flows: readonly Flow[]
    /** Between functions, where a text has the name of another: it need not be meant. */
    readonly calls: readonly Flow[]
    readonly untraced: readonly Untraced[]
  }
}

/** An object as it is stored, with the text that made it. */
export interface StoredObject {
  readonly schema: string
  readonly name: string
  readonly type: 'table' | 'virtual' | 'view' | 'trigger'
  /** The table or view that a trigger is for. */
  readonly subject: string | null
  readonly columns: readonly string[]
  readonly sql: string
}

/** An engine that tells what statements touch while it prepares them. */
export interface ProbedLineage extends Definitions {
  readonly method: 'authorizer'
  readonly objects: CatalogQuery<{ schema: string }, StoredObject>
  /** First question: which columns the views have. */
  columnProbe(objects: readonly StoredObject[]): AccessProbe
  /** Second question: what each view and trigger touches by itself. */
  flowProbe(objects: readonly StoredObject[], columns: readonly StepAccess[]): AccessProbe
  readFlows(
    objects: readonly StoredObject[],
    columns: readonly StepAccess[],
    flows: readonly StepAccess[],
  ): {
    readonly flows: readonly Flow[]
    readonly unresolved: readonly Unresolved[]
    readonly untraced: readonly Untraced[]
  }
}

export type LineageSource = CatalogLineage | ProbedLineage
