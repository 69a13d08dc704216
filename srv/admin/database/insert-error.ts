import { AdminError } from '../errors.ts'

/** A bulk insert that the database refused. */
export class InsertError extends AdminError {
  /** Position of the refused row among the rows of the call, from 0; null when the engine does not tell. */
  readonly rowIndex: number | null

  constructor(cause: AdminError, rowIndex: number | null) {
    super(cause.code, cause.details, { cause })
    this.name = 'InsertError'
    this.rowIndex = rowIndex
  }
}
