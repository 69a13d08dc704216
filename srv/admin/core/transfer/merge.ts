/** What becomes of rows of a file whose key is there already, and of those whose is not. */
export type MergeMode = 'upsert' | 'ignore' | 'update'

/**
 * How rows meet those that the table has, as if they came one after the other: of several with one key the last one stays
 * (`upsert`, `update`), or the first (`ignore`).
 */
export interface Merge {
  readonly mode: MergeMode
  /** The columns that tell which row is meant. NULL is no key. */
  readonly keys: readonly string[]
}

/** Rows of a file by what became of them; what a trigger of the table has left out counts as ignored. */
export interface Written {
  readonly inserted: number
  readonly updated: number
  readonly ignored: number
}
