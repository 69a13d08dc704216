/** A request that is not understood or not supported: answered with 400 and this message. */
export class BadRequest extends Error {
  readonly status = 400
  readonly code: string

  constructor(message: string, code = 'BAD_REQUEST') {
    super(message)
    this.code = code
  }
}
