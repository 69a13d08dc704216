import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import { PlanWriter } from '../../plan-writer.ts'
import type { CloneInput, ClonePart, Step } from '../../structure.ts'
import type { SchemaAnswers, Table } from './read-answers.ts'

/** Which part each kind of object comes with; what comes with none is never copied. */
const PARTS: Readonly<Record<string, ClonePart>> = {
  type: 'types',
  function: 'functions',
  procedure: 'functions',
  policy: 'policies',
  rowSecurity: 'policies',
  grants: 'grants',
  rule: 'triggers',
}
/** What is written as it is in the clone comes from here. */
const REASONS: Readonly<Partial<Record<ClonePart, string>>> = {
  triggers: `It may write where it writes for the original: copied with 'includeTriggers' only`,
}

/** The plan of a clone while it is written. One into the schema itself is a script, which makes it where it is not. */
export class ClonePlan extends PlanWriter {
  readonly input: CloneInput
  readonly source: SchemaAnswers
  readonly tables: readonly Table[]
  /** Names of tables, views and sequences that the clone has by now. */
  readonly present: Set<string>
  /** Functions that the clone does not have, by their ids, with the reason. */
  readonly refused = new Map<string, string>()

  constructor(input: CloneInput, source: SchemaAnswers) {
    super()
    this.input = input
    this.source = source
    this.tables = source.tables.filter(({ name }) => !input.excluded.includes(name))
    this.present = new Set(this.tables.map(({ name }) => name))
    for (const skipped of source.skipped) {
      const part = PARTS[skipped.type]
      if (part === undefined) this.skipped.push(skipped)
      else if (!this.includes(part))
        this.skip(skipped.type, skipped.name, REASONS[part] ?? `${skipped.reason}: '${optionOf(part)}' copies it`)
    }
  }

  get isScript(): boolean {
    return this.input.source === this.input.target
  }

  includes(part: ClonePart): boolean {
    return this.input.include.has(part)
  }

  /** @param comment a literal. */
  comment(object: string, comment: string | null, more: Pick<Step, 'of'> = {}): void {
    if (comment !== null) this.step('writing comments', `COMMENT ON ${object} IS ${comment}`, more)
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

export const optionOf = (part: ClonePart): string => `include${part[0]?.toUpperCase() ?? ''}${part.slice(1)}`
