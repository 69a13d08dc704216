import type { ResultSet, Statement } from '../driver.ts'
import { TYPE } from '../values.ts'
import type { Done, NativeResultSet, NativeStatement, Watch } from './native.ts'

const QUERY = 5
/** Types of large values, which are read one by one. */
const LARGE: readonly number[] = [TYPE.CLOB, TYPE.NCLOB, TYPE.NLOCATOR, TYPE.TEXT, TYPE.BINTEXT, 27, 31]

/** A statement of `@sap/hana-client` as one of `hdb`. @param secondsLeft for it, when it is sent; 0 for no limit. */
export const statementOf = (native: NativeStatement, secondsLeft: () => number, watch: Watch): Statement => {
  const functionCode = native.functionCode()
  return {
    functionCode,
    // It encodes texts of CLOB itself, as those of NCLOB.
    parameterMetadata: native
      .getParameterInfo()
      .map(({ nativeType }) => ({ dataType: nativeType === TYPE.CLOB ? TYPE.NCLOB : nativeType })),
    execute: (parameters, _options, done) => {
      const seconds = secondsLeft()
      if (seconds > 0) native.setTimeout(seconds)
      if (functionCode === QUERY) {
        const opened = watch<NativeResultSet>((error, result) => {
          done(error ?? null, error ? undefined : resultSetOf(result, watch))
        })
        native.execQuery(parameters, opened)
        return
      }
      const changed = watch<number | undefined>((error, count) => {
        done(error ?? null, count)
      })
      if (Array.isArray(parameters[0])) native.execBatch(parameters as unknown[][], changed)
      else native.exec(parameters, changed)
    },
    drop: (done = () => undefined) => {
      native.drop(done)
    },
  }
}

const resultSetOf = (native: NativeResultSet, watch: Watch): ResultSet => {
  const columns = native.getColumnInfo()
  const hasLarge = columns.some(({ nativeType }) => LARGE.includes(nativeType))
  /** What would wait for the server is asked so that the process does not wait. */
  const next = (): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const read = watch<boolean>((error, isThere) => {
        if (error) reject(error)
        else resolve(isThere)
      })
      if (native.nextCanBlock()) native.next(read)
      else resolve(native.next())
    })
  /** A large value can be read for as long as its row is the current one. */
  const valueAt = ({ nativeType }: { readonly nativeType: number }, at: number): unknown => {
    if (nativeType === TYPE.BIGINT) return asNumber(native.getValue(at))
    if (!LARGE.includes(nativeType)) return native.getValue(at)
    const read = (done: Done<unknown>): void => {
      native.getValue(at, watch(done))
    }
    return native.isNull(at) ? null : { read }
  }
  async function* rows(size: number): AsyncGenerator<unknown[][]> {
    let chunk: unknown[][] = []
    while (await next()) {
      chunk.push(columns.map(valueAt))
      if (!hasLarge && chunk.length < size) continue
      yield chunk
      chunk = []
    }
    if (chunk.length > 0) yield chunk
  }
  return {
    metadata: columns.map(({ columnName, nativeType }) => ({ columnDisplayName: columnName, dataType: nativeType })),
    setFetchSize: () => undefined, // it has its own
    createArrayStream: rows,
    close: (done) => {
      native.close(done)
    },
  }
}

/** It has a text for each BIGINT, `hdb` for those only that are no safe numbers. */
const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && Number.isSafeInteger(Number(value)) ? Number(value) : value
