import { deriveName } from '../../../core/index-advice.ts'
import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import { AdminError } from '../../../core/errors.ts'
import { text } from '../../rows.ts'
import { PlanWriter } from '../../plan-writer.ts'
import { type CopyInput, PARTIAL_COPY, type Planner, TRIGGERS_LEFT_OUT } from '../../structure.ts'
import { markedComment } from './copies.ts'
import { structureQuestions } from './questions.ts'
import { readAnswers, type Structure, type Table } from './read-answers.ts'
import * as statements from './statements.ts'

/** The server cuts longer names silently: https://www.postgresql.org/docs/current/limits.html */
export const MAX_NAME_BYTES = 63

/** Makes a table like another one: LIKE brings keys, checks and indexes under new names, the catalog the rest. */
export const copy: Planner<CopyInput> = {
  questions: ({ source, target }) => ({
    ...structureQuestions(source.schema, source.name),
    taken: {
      sql: `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1`,
      parameters: [target.schema],
    },
  }),
  plan: (input, answers) => {
    const structure = readAnswers(answers)
    const [table] = structure.tables
    if (!table) throw new AdminError('NOT_SUPPORTED', `'${input.source.name}' is no table that can be copied`)
    const taken = (answers['taken'] ?? []).map((row) => text(row, 'name'))
    return new CopyPlan(input, structure, table, taken).build()
  },
}

class CopyPlan extends PlanWriter {
  readonly #input: CopyInput
  readonly #structure: Structure
  readonly #table: Table
  readonly #taken: Set<string>
  /** Defaults by column, as far as they have been redirected. */
  readonly #definitions: Map<string, string>
  readonly #target: string
  readonly #source: string

  constructor(input: CopyInput, structure: Structure, table: Table, taken: readonly string[]) {
    super()
    this.#input = input
    this.#structure = structure
    this.#table = table
    this.#taken = new Set([...taken, input.target.name])
    this.#definitions = new Map(structure.defaults.map(({ column, definition }) => [column, definition]))
    this.#target = qualified(input.target.schema, input.target.name)
    this.#source = qualified(input.source.schema, input.source.name)
    this.skipped.push(...structure.skipped)
  }

  build(): this {
    this.#addTable()
    this.#addSequences()
    if (this.#input.includeData) this.#addRows()
    this.#addUncheckedConstraints()
    this.#addForeignKeys()
    this.#addTriggers()
    return this
  }

  #addTable(): void {
    const { constraints, indexes } = this.#structure
    const { comment, isPartitioned, parents, name } = this.#table
    this.step(
      'making the table',
      statements.createTable(this.#table, this.#source, this.#target, 'INCLUDING ALL EXCLUDING IDENTITY'),
    )
    this.step('making the table', `COMMENT ON TABLE ${this.#target} IS ${markedComment(comment)}`)
    this.make('table', this.#input.target.name)
    for (const each of constraints.filter(({ isUnchecked }) => isUnchecked))
      this.step('making the table', `ALTER TABLE ${this.#target} DROP CONSTRAINT ${quote(each.name)}`)
    this.make('constraint', ...constraints.map((each) => each.name))
    this.make('index', ...indexes.map((each) => each.name))
    if (isPartitioned) this.skip('partitioning', name, 'The copy holds the rows of all partitions itself')
    for (const parent of parents) this.skip('inheritance', `${name} of ${parent.name}`, 'The copy stands alone')
  }

  /** Serial columns draw from a sequence of the copy; sequences that belong to no column go on being shared. */
  #addSequences(): void {
    for (const sequence of this.#structure.sequences) {
      const { name, column, identity, reference } = sequence
      if (column === null) continue
      if (identity !== null) {
        this.step('making sequences', statements.addIdentity(sequence, this.#target, null))
        this.make('sequence', column)
        if (this.#input.includeData)
          this.step('setting sequences', statements.setIdentity(this.#target, column, this.#inSource(name)))
        continue
      }
      const derived = this.#derive(name)
      const own = qualified(this.#input.target.schema, derived)
      this.step('making sequences', statements.createSequence(sequence, own))
      this.step('making sequences', `ALTER SEQUENCE ${own} OWNED BY ${this.#target}.${quote(column)}`)
      for (const { column: user } of this.#structure.defaults.filter((each) => each.sequence === name)) {
        const definition = statements.redirectDefault(this.#definitions.get(user) ?? '', reference, own)
        this.#definitions.set(user, definition)
        this.step('making sequences', statements.setDefault(this.#target, user, definition))
      }
      if (this.#input.includeData) this.step('setting sequences', statements.setSequence(own, this.#inSource(name)))
      this.make('sequence', derived)
    }
  }

  #addRows(): void {
    const { columns, keyColumns, isPartitioned } = this.#table
    const list = columns.map(quote).join(', ')
    const into = `INSERT INTO ${this.#target}${columns.length > 0 ? ` (${list}) OVERRIDING SYSTEM VALUE` : ''}`
    // Rows of partitions are the table's, those of tables that inherit from it are their own.
    const select = `SELECT ${list} FROM ${isPartitioned ? '' : 'ONLY '}${this.#source}`
    this.rows(this.#input.target.name, `${into} ${select}`, keyColumns.map(quote), this.#input)
  }

  /** Rows from before a NOT VALID constraint may violate it. */
  #addUncheckedConstraints(): void {
    for (const { name, definition, comment, isUnchecked } of this.#structure.constraints) {
      if (!isUnchecked) continue
      this.step('making constraints', `ALTER TABLE ${this.#target} ADD CONSTRAINT ${quote(name)} ${definition}`)
      if (comment !== null)
        this.step('making constraints', `COMMENT ON CONSTRAINT ${quote(name)} ON ${this.#target} IS ${comment}`)
    }
  }

  #addForeignKeys(): void {
    const { source, where, limit } = this.#input
    for (const key of this.#structure.foreignKeys) {
      const isSelf = key.parentSchema === source.schema && key.parent === source.name
      if (isSelf && (where !== null || limit !== null)) {
        this.skip('foreignKey', key.name, PARTIAL_COPY)
        continue
      }
      const parent = isSelf ? this.#target : qualified(key.parentSchema, key.parent)
      const sql = statements.addForeignKey(key, this.#target, parent)
      if (sql === null) {
        this.skip('foreignKey', key.name, 'Its form is not known')
        continue
      }
      this.step('making constraints', sql)
      this.make('foreignKey', key.name)
    }
  }

  #addTriggers(): void {
    for (const trigger of this.#structure.triggers) {
      if (!this.#input.includeTriggers) {
        this.skip('trigger', trigger.name, TRIGGERS_LEFT_OUT)
        continue
      }
      this.step('making triggers', statements.createTrigger(trigger, this.#target))
      const state = statements.setTriggerState(trigger, this.#target)
      if (state !== null) this.step('making triggers', state)
      this.make('trigger', trigger.name)
    }
  }

  #derive(name: string): string {
    const tables = { from: this.#input.source.name, to: this.#input.target.name }
    const derived = deriveName(name, tables, (candidate) => this.#taken.has(candidate), MAX_NAME_BYTES)
    this.#taken.add(derived)
    return derived
  }

  #inSource(name: string): string {
    return qualified(this.#input.source.schema, name)
  }
}

const qualified = (schema: string, name: string): string => `${quote(schema)}.${quote(name)}`
