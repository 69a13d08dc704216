import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import { PlanWriter } from '../../plan-writer.ts'
import type { CloneInput } from '../../structure.ts'
import type { Structure, Table } from './read-answers.ts'

/** The plan of a clone while it is written. */
export class ClonePlan extends PlanWriter {
  readonly input: CloneInput
  readonly source: Structure
  readonly tables: readonly Table[]
  /** Names of tables, views and sequences that the clone has by now. */
  readonly present: Set<string>

  constructor(input: CloneInput, source: Structure) {
    super()
    this.input = input
    this.source = source
    this.tables = source.tables.filter(({ name }) => !input.excluded.includes(name))
    this.present = new Set(this.tables.map(({ name }) => name))
    this.skipped.push(...source.skipped)
  }

  /** @param comment a literal. */
  comment(object: string, comment: string | null): void {
    if (comment !== null) this.step('writing comments', `COMMENT ON ${object} IS ${comment}`)
  }

  /** Whether something that a partition has from its parent comes with that parent. */
  comesWithParent({ table, isInherited }: { readonly table: string; readonly isInherited: boolean }): boolean {
    const parents = this.tables.find(({ name }) => name === table)?.parents ?? []
    return isInherited && parents.some(({ schema, name }) => schema === this.input.source && this.present.has(name))
  }

  /** An object's name in the clone. */
  target(name: string): string {
    return `${quote(this.input.target)}.${quote(name)}`
  }

  /** An object's name in the source. */
  sourceName(name: string): string {
    return `${quote(this.input.source)}.${quote(name)}`
  }
}
