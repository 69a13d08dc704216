import type { Connection } from '../cap/postgres-service.ts'
import { type KnownStatement, sendPipelined } from './pipelining.ts'

/** Where a statement sees what is committed when it starts, whichever transaction it is part of. */
const BY_STATEMENT: readonly unknown[] = ['read committed', 'read uncommitted']

const BEGIN: KnownStatement = { name: 'begin ahead', text: 'BEGIN' }

/** The name of a lock that the connection has never been given. */
const NEW = ''

/**
 * What a connection has to hear before its next statement: that a transaction begins, the variables of its session, and
 * what is to be locked. All travel with the statement.
 */
export class PiggybackedBegin {
  readonly #connection: Connection
  readonly #set: KnownStatement
  /** Values by the names of variables, as JSON. */
  #variables: string | undefined
  /** Whether there is a transaction that the database is not known to have begun. */
  #isLate = false
  /** Whether it may have begun it: the statement that told it so has failed. */
  #mayHaveBegun = false
  #underWay: Promise<void> | undefined
  #locks: readonly KnownStatement[] = []
  /** Names of locks by their text. One that has failed keeps its name: the connection may know it, or not. */
  readonly #names = new Map<string, string>()
  /** Texts of locks that the connection has been given. */
  readonly #given = new Set<string>()

  private constructor(connection: Connection, set: KnownStatement) {
    this.#connection = connection
    this.#set = set
  }

  /**
   * Has a connection know the statements of pending.
   *
   * @param setText what sets variables, which it takes as JSON.
   * @returns null if it makes a difference there whether a read is part of a transaction.
   */
  static async on(connection: Connection, setText: string): Promise<PiggybackedBegin | null> {
    const { rows } = (await connection.query('SHOW default_transaction_isolation')) as { rows: object[] }
    const [isolation] = rows.flatMap((row): unknown[] => Object.values(row))
    if (!BY_STATEMENT.includes(isolation)) return null
    const set = { name: 'set ahead', text: setText }
    await connection.query({ ...set, values: ['{}'] })
    await connection.query(BEGIN)
    await connection.query('ROLLBACK')
    return new PiggybackedBegin(connection, set)
  }

  set(variables: string): void {
    const before = this.#variables
    this.#variables =
      before === undefined
        ? variables
        : JSON.stringify({ ...(JSON.parse(before) as object), ...(JSON.parse(variables) as object) })
  }

  /** Has a lock taken before the next statement. */
  lock(text: string, values: readonly unknown[]): void {
    const nameOf = (): string => (this.#given.has(text) ? (this.#names.get(text) ?? NEW) : NEW)
    const known: KnownStatement = {
      text,
      values: values.map(String),
      get name() {
        return nameOf()
      },
    }
    this.#locks = [...this.#locks, known]
  }

  begin(): void {
    this.#isLate = true
  }

  /** Ends the transaction. @returns whether the database has to hear of that. */
  end(): boolean {
    const isKnown = !this.#isLate || this.#mayHaveBegun
    this.#isLate = this.#mayHaveBegun = false
    this.#variables = undefined
    this.#locks = []
    return isKnown
  }

  /**
   * Executes a statement, and what is to be heard before.
   *
   * @param begins whether the statement is more than a read.
   * @param execute sends the statement before it waits for anything.
   */
  async before<Result>(begins: boolean, execute: () => Promise<Result>): Promise<Result> {
    for (let other = this.#next(); other; other = this.#next()) await other
    const statements = this.#statements(begins)
    return statements.length === 0 ? execute() : this.#tell(statements, statements, execute)
  }

  /** Executes what is to be heard before a statement that begins a transaction, by itself. */
  async alone(): Promise<void> {
    for (let other = this.#next(); other; other = this.#next()) await other
    const statements = this.#statements(true)
    const last = statements.at(-1)
    if (!last) return
    await this.#tell(statements, statements.slice(0, -1), () => this.#connection.query(last) as Promise<unknown>)
  }

  /** What is to be waited for before anything can be told. */
  #next(): Promise<unknown> | undefined {
    const fresh = this.#locks.find(({ name }) => name === NEW)
    return this.#underWay ?? (fresh && this.#introduce(fresh))
  }

  /** A lock that the connection has never been given cannot travel: it is sent by itself, for this once. */
  async #introduce(fresh: KnownStatement): Promise<void> {
    const { text, values } = fresh
    const name = this.#names.get(text) ?? `lock ahead ${this.#names.size + 1}`
    this.#names.set(text, name)
    const ahead = this.#statements(true, this.#locks.slice(0, this.#locks.indexOf(fresh)))
    const send = (): Promise<unknown> => this.#connection.query({ name, text, values }) as Promise<unknown>
    await this.#tell([...ahead, fresh], ahead, send)
    this.#given.add(text)
  }

  #statements(begins: boolean, locks: readonly KnownStatement[] = this.#locks): KnownStatement[] {
    const variables = this.#variables
    return [
      ...((begins || locks.length > 0) && this.#isLate ? [BEGIN] : []),
      ...(variables === undefined ? [] : [{ ...this.#set, values: [variables] }]),
      ...locks,
    ]
  }

  /**
   * If what is executed fails, what went ahead of it has not happened either: the next statement takes it along again.
   *
   * @param statements what the database has heard when it has succeeded.
   */
  #tell<Result>(
    statements: readonly KnownStatement[],
    ahead: readonly KnownStatement[],
    execute: () => Promise<Result>,
  ): Promise<Result> {
    const begins = statements.includes(BEGIN)
    const variables = this.#variables
    if (begins) this.#mayHaveBegun = true
    const result = sendPipelined(this.#connection, ahead, execute)
    const isHeard = (): void => {
      if (begins) this.#isLate = false
      if (this.#variables === variables) this.#variables = undefined
      this.#locks = this.#locks.filter((lock) => !statements.includes(lock))
    }
    this.#underWay = result
      .then(isHeard, () => undefined)
      .then(() => {
        this.#underWay = undefined
      })
    return result
  }
}
