import type { Connection } from '../cap/postgres-driver.ts'
import { type KnownStatement, sendPipelined } from './pipelining.ts'

/** Where a statement sees what is committed when it starts, whichever transaction it is part of. */
const BY_STATEMENT: readonly unknown[] = ['read committed', 'read uncommitted']

const BEGIN: KnownStatement = { name: 'begin ahead', text: 'BEGIN' }

/**
 * What a connection has to hear before its next statement: that a transaction begins, and the variables of its session.
 * Both travel with the statement.
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

  begin(): void {
    this.#isLate = true
  }

  /** Ends the transaction. @returns whether the database has to hear of that. */
  end(): boolean {
    const isKnown = !this.#isLate || this.#mayHaveBegun
    this.#isLate = this.#mayHaveBegun = false
    this.#variables = undefined
    return isKnown
  }

  /**
   * Executes a statement, and what is to be heard before.
   *
   * @param begins whether the statement is more than a read.
   * @param execute sends the statement before it waits for anything.
   */
  async before<Result>(begins: boolean, execute: () => Promise<Result>): Promise<Result> {
    while (this.#underWay) await this.#underWay
    const statements = this.#statements(begins)
    return statements.length === 0 ? execute() : this.#tell(statements, statements, execute)
  }

  /** Executes what is to be heard before a statement that begins a transaction, by itself. */
  async alone(): Promise<void> {
    while (this.#underWay) await this.#underWay
    const statements = this.#statements(true)
    const last = statements.at(-1)
    if (!last) return
    await this.#tell(statements, statements.slice(0, -1), () => this.#connection.query(last) as Promise<unknown>)
  }

  #statements(begins: boolean): KnownStatement[] {
    const variables = this.#variables
    return [
      ...(begins && this.#isLate ? [BEGIN] : []),
      ...(variables === undefined ? [] : [{ ...this.#set, values: [variables] }]),
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
    }
    this.#underWay = result
      .then(isHeard, () => undefined)
      .then(() => {
        this.#underWay = undefined
      })
    return result
  }
}
