import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import type { Client, Driver, ResultSet, StatementResult } from '../../srv/admin/database/hana/driver.ts'

/** What the fake answers to statements that match: rows by column name, a number of changed rows, or an error's number. */
export interface Recorded {
  readonly sql: RegExp
  /** Only with parameters like these. */
  readonly when?: (parameters: readonly unknown[]) => boolean
  readonly rows?: readonly Record<string, unknown>[]
  readonly changed?: number | number[]
  readonly error?: number
  /** Never answers. */
  readonly hangs?: boolean
  /** What the server takes the statement for, when it is prepared. */
  readonly functionCode?: number
}

/** A driver like `hdb` that replays recorded answers; what it was asked is in `log`, by connection. */
export class FakeHana implements Driver {
  readonly log: string[] = []
  readonly parameters: unknown[][] = []
  readonly clients: FakeClient[] = []
  readonly #recorded: readonly Recorded[]

  constructor(...recorded: readonly Recorded[]) {
    this.#recorded = recorded
  }

  createClient(): Client {
    const client = new FakeClient(this)
    this.clients.push(client)
    return client as unknown as Client
  }

  answer(sql: string, parameters: readonly unknown[] = []): Recorded | undefined {
    return this.#recorded.find((each) => each.sql.test(sql) && (each.when?.(parameters) ?? true))
  }
}

class FakeClient extends EventEmitter {
  readyState = 'new'
  isAutoCommit = true
  readonly #fake: FakeHana

  constructor(fake: FakeHana) {
    super()
    this.#fake = fake
  }

  connect(done: (error?: Error) => void): void {
    const refusal = this.#fake.answer('CONNECT')
    this.readyState = 'connected'
    process.nextTick(() => {
      done(refusal?.error === undefined ? undefined : numbered(refusal.error))
    })
  }

  setAutoCommit(isOn: boolean): void {
    this.isAutoCommit = isOn
  }

  prepare(sql: string, done: (error: Error | null, statement: unknown) => void): void {
    const statement = {
      functionCode: this.#fake.answer(sql)?.functionCode,
      execute: (
        parameters: unknown[],
        _options: unknown,
        end: (error: Error | null, result?: StatementResult) => void,
      ) => {
        this.#fake.log.push(sql)
        this.#fake.parameters.push(parameters)
        const answer = this.#fake.answer(sql, parameters)
        if (answer?.hangs) return
        process.nextTick(() => {
          if (answer?.error !== undefined) end(numbered(answer.error))
          else end(null, answer?.rows ? resultSet(answer.rows) : answer?.changed)
        })
      },
      drop: (end?: () => void) => end?.(),
    }
    process.nextTick(done, null, statement)
  }

  execute(sql: string, options: unknown, done: (error: Error | null, result?: StatementResult) => void): void {
    this.prepare(sql, (_error, statement) => {
      ;(statement as { execute: (...args: unknown[]) => void }).execute([], options, done)
    })
  }

  commit(done: (error?: Error) => void): void {
    this.#fake.log.push('COMMIT')
    process.nextTick(done)
  }

  rollback(done: (error?: Error) => void): void {
    this.#fake.log.push('ROLLBACK')
    process.nextTick(done)
  }

  end(): void {
    this.readyState = 'closed'
    this.emit('close')
  }

  destroy(): void {
    this.#fake.log.push('DESTROY')
    this.end()
  }
}

const numbered = (code: number): Error => Object.assign(new Error('as the server says it'), { code })

const resultSet = (rows: readonly Record<string, unknown>[]): ResultSet => ({
  metadata: Object.keys(rows[0] ?? {}).map((columnDisplayName) => ({ columnDisplayName, dataType: 0 })),
  setFetchSize: () => undefined,
  createArrayStream: (size) => {
    const values = rows.map((row) => Object.values(row))
    const chunks = Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
      values.slice(index * size, (index + 1) * size),
    )
    return Readable.from(chunks)
  },
  close: (done) => {
    process.nextTick(done)
  },
})

/** A large value as `hdb` hands it over. */
export const lob = (content: Buffer | string) => ({
  read: (done: (error: null, content: Buffer | string) => void) => {
    process.nextTick(done, null, content)
  },
})
