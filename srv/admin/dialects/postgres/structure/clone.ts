import { inDependencyOrder } from '../../../core/structure/dependency-order.ts'
import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import type { Statement } from '../../../core/values.ts'
import type { CloneInput, MadeObject, Planner, SkippedObject, Step } from '../../structure.ts'
import { structureQuestions } from './questions.ts'
import { readAnswers } from './read-answers.ts'
import type { Structure, Table } from './read-answers.ts'
import * as statements from './statements.ts'

/**
 * Makes a schema anew from the catalog. Tables come from LIKE, all else from its definition, so that names stay. While
 * definitions run, bare names are looked up in the clone first: tables and sequences are all there by then, and what is
 * not copied, such as functions, is found in the source.
 */
export const clone: Planner<CloneInput> = {
  questions: ({ source }) => structureQuestions(source, null),
  plan: (input, answers) => new ClonePlan(input, readAnswers(answers)).build(),
}

/** Names of indexes and identities would be made up anew, so these come from their definitions. */
const INCLUDING = 'INCLUDING ALL EXCLUDING INDEXES EXCLUDING IDENTITY'

class ClonePlan {
  readonly #input: CloneInput
  readonly #source: Structure
  readonly #tables: readonly Table[]
  /** Names of tables, views and sequences of the clone. */
  readonly #present: Set<string>
  readonly #steps: Step[] = []
  readonly #made: MadeObject[] = []
  readonly #skipped: SkippedObject[]

  constructor(input: CloneInput, source: Structure) {
    this.#input = input
    this.#source = source
    this.#tables = source.tables.filter(({ name }) => !input.excluded.includes(name))
    this.#present = new Set(this.#tables.map(({ name }) => name))
    this.#skipped = [...source.skipped]
  }

  build() {
    const { source, target } = this.#input
    this.#step('making the schema', `CREATE SCHEMA ${quote(target)}`)
    this.#comment(`SCHEMA ${quote(target)}`, this.#source.schemaComment)
    this.#step('making the schema', {
      sql: `SELECT set_config('search_path', quote_ident($1) || ', ' || quote_ident($2), true)`,
      parameters: [target, source],
    })
    this.#addSequences()
    for (const table of this.#tables) this.#addTable(table)
    this.#addIdentities()
    for (const table of this.#tables) this.#addParents(table)
    this.#addDefaults()
    if (this.#input.includeData) this.#addRows()
    this.#addConstraints()
    this.#addForeignKeys()
    this.#addViews()
    this.#addIndexes()
    this.#addTriggers()
    return { steps: this.#steps, made: this.#made, skipped: this.#skipped, undo: [] }
  }

  /** Sequences of identity columns come with their table; those that only left out tables use stay behind. */
  #addSequences(): void {
    for (const sequence of this.#source.sequences) {
      const isUsed = this.#source.defaults.some((use) => use.sequence === sequence.name && this.#present.has(use.table))
      const isOwnerGone = sequence.table !== null && !this.#present.has(sequence.table)
      if (sequence.identity !== null ? isOwnerGone : isOwnerGone && !isUsed) continue
      this.#made.push({ type: 'sequence', name: sequence.name })
      if (sequence.identity !== null) continue
      const name = this.#target(sequence.name)
      this.#present.add(sequence.name)
      this.#step('making sequences', statements.createSequence(sequence, name))
      this.#comment(`SEQUENCE ${name}`, sequence.comment)
    }
  }

  #addTable(table: Table): void {
    const name = this.#target(table.name)
    const sql = statements.createTable(table, this.#sourceName(table.name), name, INCLUDING)
    this.#step('making tables', table.partitionKey === null ? sql : `${sql} PARTITION BY ${table.partitionKey}`)
    this.#comment(`TABLE ${name}`, table.comment)
    this.#made.push({ type: 'table', name: table.name })
    const checks = this.#source.constraints.filter((each) => each.isCheck && each.table === table.name)
    this.#made.push(...checks.map((check) => ({ type: 'constraint' as const, name: check.name })))
  }

  /** Partitions get theirs from their parent. */
  #addIdentities(): void {
    for (const sequence of this.#source.sequences) {
      const { name, table, identity, comment } = sequence
      if (identity === null || table === null || !this.#present.has(table)) continue
      this.#step('making sequences', statements.addIdentity(sequence, this.#target(table), this.#target(name)))
      this.#comment(`SEQUENCE ${this.#target(name)}`, comment)
      this.#present.add(name)
    }
  }

  #addParents({ name, parents, bound }: Table): void {
    for (const parent of parents) {
      const isCloned = parent.schema === this.#input.source && this.#present.has(parent.name)
      const [own, other] = [this.#target(name), this.#target(parent.name)]
      if (!isCloned) this.#skip('inheritance', `${name} of ${parent.name}`, `The clone has no table '${parent.name}'`)
      else if (bound === null) this.#step('making tables', `ALTER TABLE ${own} INHERIT ${other}`)
      else this.#step('making tables', `ALTER TABLE ${other} ATTACH PARTITION ${own} ${bound}`)
    }
  }

  #addDefaults(): void {
    for (const { name, table, column, identity } of this.#source.sequences)
      if (identity === null && table !== null && column !== null && this.#present.has(name) && this.#present.has(table))
        this.#step(
          'making sequences',
          `ALTER SEQUENCE ${this.#target(name)} OWNED BY ${this.#target(table)}.${quote(column)}`,
        )
    // A default may draw from several sequences.
    const merged = new Map<string, { table: string; column: string; definition: string }>()
    for (const use of this.#source.defaults) {
      const sequence = this.#source.sequences.find(({ name }) => name === use.sequence)
      if (!sequence || !this.#present.has(use.table)) continue
      const key = JSON.stringify([use.table, use.column])
      const definition = merged.get(key)?.definition ?? use.definition
      const redirected = statements.redirectDefault(definition, sequence.reference, this.#target(use.sequence))
      merged.set(key, { table: use.table, column: use.column, definition: redirected })
    }
    for (const { table, column, definition } of merged.values())
      this.#step('making sequences', statements.setDefault(this.#target(table), column, definition))
  }

  /** Rows of partitions are the partitions' own. */
  #addRows(): void {
    for (const { name, columns, isPartitioned } of this.#tables) {
      if (isPartitioned) continue
      const list = columns.map(quote).join(', ')
      const into = columns.length > 0 ? `(${list}) OVERRIDING SYSTEM VALUE` : ''
      const sql = `INSERT INTO ${this.#target(name)} ${into} SELECT ${list} FROM ONLY ${this.#sourceName(name)}`
      this.#steps.push({ phase: 'copying rows', statement: statements.plain(sql), rowsOf: name })
    }
    for (const { name } of this.#source.sequences)
      if (this.#present.has(name))
        this.#step('setting sequences', statements.setSequence(this.#target(name), this.#sourceName(name)))
  }

  #addConstraints(): void {
    for (const { name, table, definition, comment, isCheck } of this.#source.constraints) {
      if (isCheck || !this.#present.has(table)) continue
      this.#step('making constraints', `ALTER TABLE ${this.#target(table)} ADD CONSTRAINT ${quote(name)} ${definition}`)
      this.#comment(`CONSTRAINT ${quote(name)} ON ${this.#target(table)}`, comment)
      this.#made.push({ type: 'constraint', name })
    }
  }

  #addForeignKeys(): void {
    for (const key of this.#source.foreignKeys) {
      if (!this.#present.has(key.table)) continue
      const isOwn = key.parentSchema === this.#input.source
      if (isOwn && !this.#present.has(key.parent)) {
        this.#skip('foreignKey', key.name, `The clone has no table '${key.parent}'`)
        continue
      }
      const table = this.#target(key.table)
      const parent = isOwn ? this.#target(key.parent) : `${quote(key.parentSchema)}.${quote(key.parent)}`
      const sql = statements.addForeignKey(key, table, parent)
      if (sql === null) {
        this.#skip('foreignKey', key.name, 'Its form is not known')
        continue
      }
      this.#step('making constraints', sql)
      this.#comment(`CONSTRAINT ${quote(key.name)} ON ${table}`, key.comment)
      this.#made.push({ type: 'foreignKey', name: key.name })
    }
  }

  #addViews(): void {
    const ordered = inDependencyOrder(this.#source.views, ({ needs }) => needs)
    for (const view of ordered) {
      if (this.#input.excluded.includes(view.name)) continue
      const missing = view.needs.find((name) => !this.#present.has(name))
      if (missing !== undefined) {
        this.#skip('view', view.name, `The clone has no '${missing}'`)
        continue
      }
      const name = this.#target(view.name)
      const kind = view.isMaterialized ? 'MATERIALIZED VIEW' : 'VIEW'
      const options = view.options === null ? '' : ` WITH (${view.options})`
      const data = view.isMaterialized ? ` WITH ${view.isPopulated ? '' : 'NO '}DATA` : ''
      this.#step('making views', `CREATE ${kind} ${name}${options} AS ${view.definition}${data}`)
      this.#comment(`${kind} ${name}`, view.comment)
      this.#present.add(view.name)
      this.#made.push({ type: 'view', name: view.name })
    }
    for (const { table, column, comment } of this.#source.columnComments)
      if (this.#present.has(table)) this.#comment(`COLUMN ${this.#target(table)}.${quote(column)}`, comment)
  }

  #addIndexes(): void {
    for (const { name, table, definition, comment } of this.#source.indexes) {
      if (!this.#present.has(table)) continue
      this.#step('making indexes', statements.onAllPartitions(definition))
      this.#comment(`INDEX ${this.#target(name)}`, comment)
      this.#made.push({ type: 'index', name })
    }
  }

  #addTriggers(): void {
    for (const trigger of this.#source.triggers) {
      if (!this.#present.has(trigger.table)) continue
      const table = this.#target(trigger.table)
      this.#step('making triggers', statements.createTrigger(trigger, table))
      const state = statements.setTriggerState(trigger, table)
      if (state !== null) this.#step('making triggers', state)
      this.#comment(`TRIGGER ${quote(trigger.name)} ON ${table}`, trigger.comment)
      this.#made.push({ type: 'trigger', name: trigger.name })
    }
  }

  #comment(object: string, comment: string | null): void {
    if (comment !== null) this.#step('writing comments', `COMMENT ON ${object} IS ${comment}`)
  }

  #skip(type: string, name: string, reason: string): void {
    this.#skipped.push({ type, name, reason })
  }

  #step(phase: string, statement: string | Statement): void {
    this.#steps.push({ phase, statement: typeof statement === 'string' ? statements.plain(statement) : statement })
  }

  #target(name: string): string {
    return `${quote(this.#input.target)}.${quote(name)}`
  }

  #sourceName(name: string): string {
    return `${quote(this.#input.source)}.${quote(name)}`
  }
}
