/** A file of checks, as it is. */
export interface CheckFile {
  /** Without its directory. */
  readonly name: string
  readonly text: string
}

/** A value of it, and where it stands. */
export interface Placed {
  readonly value: unknown
  /** `books.yaml:7:5`. */
  readonly at: string
}
