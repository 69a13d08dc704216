import { Readable } from 'node:stream'
import type { Statement } from '../cap/postgres-service.ts'
import { DeferredBeginService } from './deferred-begin.ts'

/** What CAP makes of the rows to insert: JSON, as text. */
interface JsonStream extends Readable {
  type?: unknown
}

/** Characters: as much as a parameter takes without a second thought. */
const SHORT = 1_000_000

/**
 * CAP's PostgreSQL service, for rows that fit into a parameter. CAP streams all that are inserted into a temporary table,
 * which each transaction creates and drops: three statements, and rows of the catalog that are to be swept up. That is
 * for many rows only.
 */
export class ShortParametersService extends DeferredBeginService {
  override prepare(sql: string): Statement {
    const statement = super.prepare(sql)
    return {
      ...statement,
      run: async (values) => {
        const hasRows = Array.isArray(values) && values.some(isJson)
        return statement.run(hasRows ? await Promise.all(values.map(shorten)) : values)
      },
    }
  }
}

const isJson = (value: unknown): value is JsonStream =>
  value instanceof Readable && (value as JsonStream).type === 'json'

/** @returns the text of a stream if it is short, and else a stream of the same text. */
const shorten = async (value: unknown): Promise<unknown> => {
  if (!isJson(value)) return value
  const chunks = value.setEncoding('utf8').iterator({ destroyOnReturn: false }) as AsyncIterableIterator<string>
  let text = ''
  while (text.length < SHORT) {
    const next = await chunks.next()
    if (next.done) return text
    text += next.value
  }
  return Object.assign(Readable.from(continued(text, chunks), { objectMode: false }), { type: value.type })
}

const continued = async function* (text: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield text
  yield* rest
}
