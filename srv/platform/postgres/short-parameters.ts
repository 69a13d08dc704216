import { Readable } from 'node:stream'
import {
  type Statement,
  BasePostgresService,
  type PlainRequest,
  type SelectRequest,
  type Connection,
} from '../cap/postgres-service.ts'
import { isAhead, LOCK_TEXT } from '../cap/ahead.ts'
import { PiggybackedBegin } from './piggybacked-begin.ts'

/** Null where transactions begin at once; undefined before a connection is asked. */
const pendingBegins = new WeakMap<Connection, PiggybackedBegin | null>()

/** How CAP sets variables, once it has. */
let setText: string | undefined

/** The property of a transaction that says what it prepares: a query, variables of its session, or anything. */
const PREPARES = Symbol('prepares')

const LOCK = /\bFOR (?:UPDATE|SHARE)\b/

/**
 * CAP's PostgreSQL service with fewer round trips, each of which takes as long as a small query. Transactions begin with
 * their first statement that is more than a read: those that only read, as most do, spare the database a BEGIN and a
 * COMMIT. BEGIN, the variables of the session and locks travel with the first statement that needs them.
 */
class DeferredBeginService extends BasePostgresService {
  [PREPARES]: 'query' | 'variables' | undefined

  override async set(variables: object): Promise<unknown> {
    const { dbc } = this
    const result = await preparing(this, 'variables', () => super.set(variables))
    if (dbc && setText !== undefined && !pendingBegins.has(dbc))
      pendingBegins.set(dbc, await PiggybackedBegin.on(dbc, setText))
    return result
  }

  override async send(...request: unknown[]): Promise<unknown> {
    const pending = pendingBeginOf(this)
    const [event] = request
    if (event === 'BEGIN' && pending) {
      pending.begin()
      return undefined
    }
    const isEnd = event === 'COMMIT' || event === 'ROLLBACK'
    return isEnd && pending?.end() === false ? undefined : super.send(...request)
  }

  override async exec(sql: string): Promise<unknown> {
    await pendingBeginOf(this)?.alone()
    return super.exec(sql)
  }

  override prepare(sql: string): Statement {
    const statement = super.prepare(sql)
    const { all, get, run, stream } = statement
    if (this[PREPARES] === 'variables') {
      setText = sql
      const keep = async ([variables]: readonly unknown[]): Promise<unknown> => {
        const pending = pendingBeginOf(this)
        pending?.set(String(variables))
        return pending ? undefined : run([variables])
      }
      return { ...statement, run: keep }
    }
    const begins = this[PREPARES] !== 'query' || LOCK.test(sql)
    const after = <Result>(isMore: boolean, execute: () => Promise<Result>): Promise<Result> =>
      pendingBeginOf(this)?.before(isMore, execute) ?? execute()
    return {
      all: (values) => after(begins, () => all(values)),
      get: (values) => after(true, () => get(values)),
      run: async (values) => {
        // These are sent as several statements.
        const hasStreams = Array.isArray(values) && values.some((value) => value instanceof Readable)
        if (!hasStreams) return after(true, () => run(values))
        await pendingBeginOf(this)?.alone()
        return run(values)
      },
      // What is streamed needs a transaction that lasts.
      stream: async (...args) => {
        await pendingBeginOf(this)?.alone()
        return stream(...args)
      },
    }
  }

  override onPlainSQL(request: PlainRequest, next: () => Promise<unknown>): Promise<unknown> {
    const pending = request.query === LOCK_TEXT ? pendingBeginOf(this) : undefined
    if (!pending) return super.onPlainSQL(request, next)
    pending.lock(LOCK_TEXT, request.data)
    return Promise.resolve([])
  }

  override onSELECT(request: SelectRequest): Promise<unknown> {
    const pending = isAhead(request.query) ? pendingBeginOf(this) : undefined
    if (pending) {
      const { sql, values } = this.cqn2sql(request.query, request.data)
      pending.lock(sql, values)
      return Promise.resolve([])
    }
    return preparing(this, 'query', () => super.onSELECT(request))
  }
}

const pendingBeginOf = ({ dbc }: DeferredBeginService): PiggybackedBegin | null | undefined =>
  dbc && pendingBegins.get(dbc)

/** CAP prepares statements before it waits for anything. */
const preparing = <Result>(
  transaction: DeferredBeginService,
  what: 'query' | 'variables',
  act: () => Result,
): Result => {
  transaction[PREPARES] = what
  try {
    return act()
  } finally {
    transaction[PREPARES] = undefined
  }
}

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
