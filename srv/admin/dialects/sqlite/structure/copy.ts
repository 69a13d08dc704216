import { plain } from '../../../core/values.ts'
import { deriveName } from '../../../core/index-advice.ts'
import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import { applyEdits, type Edit, isSymbol, readSqlTokens } from '../../../core/sql-tokens.ts'
import { AdminError } from '../../../core/errors.ts'
import { text } from '../../rows.ts'
import { PlanWriter } from '../../plan-writer.ts'
import { type Answers, type CopyInput, PARTIAL_COPY, type Planner, TRIGGERS_LEFT_OUT } from '../../structure.ts'
import { markedTable } from './copies.ts'
import { copiedKeys, orphansQuestion, tableReferences, unqualify } from './table-references.ts'
import { rewriteNames, rewriteTable } from './rewrite-table.ts'
import {
  isSameName,
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

/** Replays the statements that a table, its indexes and its triggers were made with, under other names. */
export const copy: Planner<CopyInput> = {
  questions: ({ source, target, includeData }) => ({
    ...schemaQuestions(source.schema),
    taken: plain(`SELECT name FROM ${quote(target.schema)}.sqlite_schema`),
    ...(includeData && { orphans: orphansQuestion(source.schema, source.name) }),
  }),
  plan: (input, answers) => {
    const objects = readObjects(answers)
    const { name } = input.source
    const table = objects.find((object) => object.type === 'table' && object.name === name)
    if (table?.kind !== 'table') throw new AdminError('NOT_SUPPORTED', `'${name}' is no table that can be copied`)
    const taken = new NameSet((answers['taken'] ?? []).map((row) => text(row, 'name')))
    const columns = readColumns(answers).filter((column) => column.table === name)
    return new CopyPlan(input, table, columns, taken).build(objects, answers)
  },
}

class CopyPlan extends PlanWriter {
  readonly #input: CopyInput
  readonly #table: StoredObject
  readonly #columns: readonly StoredColumn[]
  readonly #taken: NameSet
  readonly #isSameSchema: boolean

  constructor(input: CopyInput, table: StoredObject, columns: readonly StoredColumn[], taken: NameSet) {
    super()
    this.#input = input
    this.#table = table
    this.#columns = columns
    this.#taken = taken
    this.#taken.add(input.target.name)
    this.#isSameSchema = input.source.schema === input.target.schema
  }

  build(objects: readonly StoredObject[], answers: Answers): this {
    const own = objects.filter(({ table }) => table === this.#table.name)
    const tables = objects.filter(({ type }) => type === 'table').map((object) => object.name)
    const known = new NameSet(objects.filter(({ type }) => type === 'table' || type === 'view').map(({ name }) => name))
    this.#addTable(new NameSet(tables), answers)
    if (this.#input.includeData) this.#addRows()
    for (const index of own.filter(({ type }) => type === 'index'))
      this.#addIndex(index, indexProblem(index.sql, answers))
    for (const trigger of own.filter(({ type }) => type === 'trigger')) this.#addTrigger(trigger, known)
    return this
  }

  #addTable(tables: NameSet, answers: Answers): void {
    const { source, target, where, limit } = this.#input
    const isPartial = where !== null || limit !== null
    const { sql, parents, droppedParents } = rewriteTable(this.#table.sql, {
      schema: quote(target.schema),
      name: quote(target.name),
      parent: (name) => {
        if (isSameName(name, source.name)) return isPartial ? null : quote(target.name)
        return this.#isSameSchema && tables.has(name) ? quote(name) : null
      },
    })
    this.step('making the table', markedTable(sql))
    this.make('table', target.name)
    this.make('constraint', ...constraintsOf(this.#table, this.#columns, answers))
    this.makeNoted('foreignKey', copiedKeys(answers, source.name, target.name, parents))
    for (const parent of droppedParents) {
      const reason = tables.has(parent) ? 'is in another schema, which is another file' : 'does not exist'
      const isSelf = isSameName(parent, source.name)
      this.skip('foreignKey', `${source.name} → ${parent}`, isSelf ? PARTIAL_COPY : `'${parent}' ${reason}`)
    }
    if (isAutoincrement(this.#table)) this.make('sequence', target.name)
  }

  #addRows(): void {
    const { source, target } = this.#input
    const list = this.#columns.map(({ name }) => quote(name)).join(', ')
    const key = this.#columns
      .filter(({ keyPosition }) => keyPosition > 0)
      .sort((a, b) => a.keyPosition - b.keyPosition)
      .map(({ name }) => quote(name))
    const into = `INSERT INTO ${quote(target.schema)}.${quote(target.name)} (${list})`
    this.rows(
      target.name,
      `${into} SELECT ${list} FROM ${quote(source.schema)}.${quote(source.name)}`,
      key,
      this.#input,
    )
    if (isAutoincrement(this.#table)) this.#addSequence()
  }

  #addSequence(): void {
    const { source, target } = this.#input
    const sequence = `${quote(target.schema)}.sqlite_sequence`
    this.step('setting sequences', { sql: `DELETE FROM ${sequence} WHERE name = ?1`, parameters: [target.name] })
    this.step('setting sequences', {
      sql: `INSERT INTO ${sequence} (name, seq) SELECT ?1, seq FROM ${quote(source.schema)}.sqlite_sequence WHERE name = ?2`,
      parameters: [target.name, source.name],
    })
  }

  #addIndex({ name, sql }: StoredObject, problem: string | null): void {
    if (problem !== null) return this.skip('index', name, problem)
    const derived = this.#derive(name)
    this.step('making indexes', rewriteNames(sql, this.#names(derived)))
    this.make('index', derived)
  }

  #addTrigger({ name, sql }: StoredObject, tables: NameSet): void {
    const { source, target, includeTriggers } = this.#input
    if (!includeTriggers) return this.skip('trigger', name, TRIGGERS_LEFT_OUT)
    const references = tableReferences(sql)
    const isSource = (named: string): boolean => isSameName(named, source.name)
    const elsewhere = references.find((reference) => !isSource(reference.name))
    if (elsewhere && !this.#isSameSchema)
      return this.skip('trigger', name, `'${elsewhere.name}' is in another schema, which is another file`)
    const tokens = readSqlTokens(sql)
    const qualifiers = tokens.filter(
      (token, index) => token.type !== 'symbol' && isSource(token.value) && isSymbol(tokens[index + 1], '.'),
    )
    const self = references.filter((reference) => isSource(reference.name))
    const edits: Edit[] = [...self, ...qualifiers].map(({ start, end }) => ({ start, end, text: quote(target.name) }))
    const local = applyEdits(sql, edits)
    const derived = this.#derive(name)
    const moved = applyEdits(local, unqualify(local, source.schema))
    this.step('making triggers', rewriteNames(moved, this.#names(derived)))
    const named = new Set(references.map((reference) => reference.name))
    const others = [...named].filter((other) => !isSource(other) && tables.has(other))
    const note = `It names ${others.map((other) => `'${other}'`).join(', ')}, which the copy shares with '${source.name}'`
    this.made.push({ type: 'trigger', name: derived, ...(others.length > 0 && { note }) })
  }

  /** Names of indexes and triggers are unique in a schema. */
  #derive(name: string): string {
    const { source, target } = this.#input
    const derived = deriveName(name, { from: source.name, to: target.name }, this.#taken.has)
    this.#taken.add(derived)
    return derived
  }

  #names(name: string): { name: string; table: string } {
    const { target } = this.#input
    return { name: `${quote(target.schema)}.${quote(name)}`, table: quote(target.name) }
  }
}
