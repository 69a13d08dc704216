/** https://www.sqlite.org/rescode.html: what SQLite says of itself where it is as busy, or is interrupted. */
const SQLITE_BUSY = 5
const SQLITE_INTERRUPT = 9

const failure = (errcode: number, message: string): Error =>
  Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode })

/** No process got free in time. */
export const busy = (): Error => failure(SQLITE_BUSY, 'Too many long reads are under way')

/** Ended before it had a result. */
export const stopped = (why: string): Error => failure(SQLITE_INTERRUPT, why)
