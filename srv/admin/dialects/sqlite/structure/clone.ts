import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import { applyEdits } from '../../../core/sql-tokens.ts'
import { PlanWriter } from '../../plan-writer.ts'
import { type Answers, CLONED_WHEN_ASKED, type CloneInput, type Planner } from '../../structure.ts'
import { copiedKeys, orphansQuestion, tableReferences, unqualify } from './table-references.ts'
import { rewriteNames, rewriteView, rewriteTable } from './rewrite-table.ts'
import {
  NameSet,
  constraintsOf,
  indexProblem,
  isAutoincrement,
  readColumns,
  readObjects,
  schemaQuestions,
  type StoredColumn,
  type StoredObject,
} from './stored-schema.ts'

/**
 * Replays the statements that a schema was made with in a new schema: a file of its own, attached and still empty. Rows
 * go in before indexes and triggers exist. Names without a schema mean the statement's own, so they mean the clone.
 */
export const clone: Planner<CloneInput> = {
  questions: ({ source, includeData }) => ({
    ...schemaQuestions(source),
    ...(includeData && { orphans: orphansQuestion(source, null) }),
  }),
  plan: (input, answers) => new ClonePlan(input, readObjects(answers), readColumns(answers)).build(answers),
}

class ClonePlan extends PlanWriter {
  readonly #input: CloneInput
  readonly #objects: readonly StoredObject[]
  readonly #columns: readonly StoredColumn[]
  /** Tables and views that the clone will not have. */
  readonly #missing: NameSet

  constructor(input: CloneInput, objects: readonly StoredObject[], columns: readonly StoredColumn[]) {
    super()
    this.#input = input
    this.#objects = objects
    this.#columns = columns
    this.#missing = new NameSet(input.excluded)
  }

  build(answers: Answers): this {
    const tables = this.#tables()
    const cloned = new NameSet(tables.map(({ name }) => name))
    for (const table of tables) {
      this.#addTable(table, cloned, answers)
      this.make(
        'constraint',
        ...constraintsOf(table, this.#columns, answers).map((constraint) => `${table.name} ${constraint}`),
      )
    }
    if (this.#input.includeData) {
      for (const table of tables) this.#addRows(table)
      this.#addSequences(tables.filter(isAutoincrement))
    }
    this.#skipViewsOfMissing()
    for (const view of this.#present('view')) this.#addNamed('view', 'making views', view, rewriteView)
    for (const index of this.#present('index')) this.#addIndex(index, indexProblem(index.sql, answers))
    for (const trigger of this.#present('trigger')) this.#addTrigger(trigger)
    return this
  }

  #tables(): StoredObject[] {
    for (const { name } of this.#objects.filter(({ kind }) => kind === 'virtual')) {
      this.#missing.add(name)
      this.skip('virtualTable', name, 'Its module keeps the rows in a way of its own')
    }
    for (const { name } of this.#objects.filter(({ kind }) => kind === 'shadow')) this.#missing.add(name)
    return this.#present('table')
  }

  #addTable(table: StoredObject, tables: NameSet, answers: Answers): void {
    const { sql, parents, droppedParents } = rewriteTable(table.sql, {
      schema: quote(this.#input.target),
      name: quote(table.name),
      parent: (name) => (tables.has(name) ? quote(name) : null),
    })
    this.step('making tables', sql)
    this.make('table', table.name)
    this.makeNoted('foreignKey', copiedKeys(answers, table.name, table.name, parents))
    for (const parent of droppedParents)
      this.skip('foreignKey', `${table.name} → ${parent}`, `The clone has no table '${parent}'`)
    if (isAutoincrement(table)) this.make('sequence', table.name)
  }

  #addRows({ name }: StoredObject): void {
    const columns = this.#columns.filter(({ table }) => table === name).map((column) => quote(column.name))
    const list = columns.join(', ')
    const sql = `INSERT INTO ${this.#in('target', name)} (${list}) SELECT ${list} FROM ${this.#in('source', name)}`
    this.rows(name, sql)
  }

  /** https://www.sqlite.org/autoinc.html */
  #addSequences(tables: readonly StoredObject[]): void {
    if (tables.length === 0) return
    const [target, source] = [this.#in('target', 'sqlite_sequence'), this.#in('source', 'sqlite_sequence')]
    const names = tables.map(({ name }) => name)
    this.step('setting sequences', `DELETE FROM ${target}`)
    this.step('setting sequences', {
      sql: `INSERT INTO ${target} (name, seq) SELECT name, seq FROM ${source} WHERE name IN (SELECT value FROM temp.json_each(?1))`,
      parameters: [JSON.stringify(names)],
    })
  }

  #skipViewsOfMissing(): void {
    for (let isChanged = true; isChanged;) {
      isChanged = false
      for (const { name, sql } of this.#present('view')) {
        const missing = this.#missingIn(sql)
        if (missing === undefined) continue
        isChanged = true
        this.#missing.add(name)
        this.skip('view', name, `The clone has no '${missing}'`)
      }
    }
  }

  #addIndex(index: StoredObject, problem: string | null): void {
    if (problem === null) this.#addNamed('index', 'making indexes', index, rewriteOwn(index))
    else this.skip('index', index.name, problem)
  }

  #addTrigger(trigger: StoredObject): void {
    const missing = this.#missingIn(trigger.sql)
    if (!this.#input.include.has('triggers')) this.skip('trigger', trigger.name, CLONED_WHEN_ASKED)
    else if (missing === undefined) this.#addNamed('trigger', 'making triggers', trigger, rewriteOwn(trigger))
    else this.skip('trigger', trigger.name, `The clone has no '${missing}'`)
  }

  #addNamed(
    type: 'view' | 'index' | 'trigger',
    phase: string,
    { name, sql }: StoredObject,
    rewrite: (sql: string, name: string) => string,
  ): void {
    const local = type === 'index' ? sql : applyEdits(sql, unqualify(sql, this.#input.source))
    this.step(phase, rewrite(local, this.#in('target', name)))
    this.make(type, name)
  }

  /** Objects of a type that the clone will have, as far as is known by now. */
  #present(type: StoredObject['type']): StoredObject[] {
    return this.#objects.filter(
      (object) => object.type === type && !this.#missing.has(object.name) && !this.#missing.has(object.table),
    )
  }

  #missingIn(sql: string): string | undefined {
    return tableReferences(sql).find(({ name }) => this.#missing.has(name))?.name
  }

  #in(side: 'source' | 'target', name: string): string {
    return `${quote(this.#input[side])}.${quote(name)}`
  }
}

const rewriteOwn =
  ({ table }: StoredObject) =>
  (sql: string, name: string): string =>
    rewriteNames(sql, { name, table: quote(table) })
