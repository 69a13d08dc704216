/** Thrown for a row of an `insert` request. */
export class RowFailure extends Error {
  readonly rowIndex: number
  constructor(rowIndex: number, cause: unknown) {
    super('A row was refused', { cause })
    this.rowIndex = rowIndex
  }
}
