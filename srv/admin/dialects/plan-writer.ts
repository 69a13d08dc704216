import { plain, type Statement } from '../core/values.ts'
import type { CopyInput, MadeObject, SkippedObject, Step, StructurePlan } from './structure.ts'

/** A plan while it is written. */
export class PlanWriter implements StructurePlan {
  readonly steps: Step[] = []
  readonly made: MadeObject[] = []
  readonly skipped: SkippedObject[] = []
  #about: NonNullable<Step['about']> = []

  step(phase: string, statement: string | Statement, more: Pick<Step, 'otherwise' | 'of'> = {}): void {
    this.steps.push({
      phase,
      statement: typeof statement === 'string' ? plain(statement) : statement,
      ...more,
      ...(this.#about.length > 0 && { about: this.#about }),
    })
  }

  /** The steps that `write` adds make an object. */
  about(type: MadeObject['type'], name: string, write: () => void): void {
    const outer = this.#about
    this.#about = [...outer, { type, name }]
    write()
    this.#about = outer
  }

  /**
   * A step that copies rows.
   *
   * @param sql the statement up to its FROM.
   * @param key columns that say which rows are the first ones, quoted.
   */
  rows(table: string, sql: string, key: readonly string[] = [], { where, limit }: Chosen = ALL): void {
    const parts = [
      sql,
      ...(where ? [`WHERE ${where.sql}`] : []),
      ...(limit === null || key.length === 0 ? [] : [`ORDER BY ${key.join(', ')}`]),
      ...(limit === null ? [] : [`LIMIT ${limit}`]),
    ]
    const statement = { sql: parts.join(' '), parameters: where?.parameters ?? [] }
    this.steps.push({ phase: 'copying rows', statement, rowsOf: table })
  }

  make(type: MadeObject['type'], ...names: readonly string[]): void {
    this.made.push(...names.map((name) => ({ type, name })))
  }

  makeNoted(type: MadeObject['type'], objects: readonly Pick<MadeObject, 'name' | 'note'>[]): void {
    this.made.push(...objects.map((object) => ({ type, ...object })))
  }

  skip(type: string, name: string, reason: string): void {
    this.skipped.push({ type, name, reason })
  }
}

type Chosen = Pick<CopyInput, 'where' | 'limit'>
const ALL: Chosen = { where: null, limit: null }
