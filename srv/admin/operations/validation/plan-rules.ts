import { areComparable, lacks } from '../../core/own-type.ts'
import { compileFilter } from '../../core/filter/compile.ts'
import { parseFilter } from '../../core/filter/parse.ts'
import { nameGiver } from '../../core/name-giver.ts'
import type { Predicate } from '../../core/filter/syntax.ts'
import { printRule } from '../../core/rules/print-rule.ts'
import { ruleError, type Condition, type Rule } from '../../core/rules/rule.ts'
import { AdminError } from '../../core/errors.ts'
import type { ColumnMetadata } from '../../dialects/metadata.ts'
import { filterTarget, maskingOf, refuseUnlike } from '../masking.ts'
import type { ResolvedTable, SessionContext } from '../operation.ts'
import type { Check, PlannedRule } from './check.ts'
import { describeFailure, isAmong, isMissing, isNotSo, isOutsideLength, isOutsideRange } from './predicates.ts'
import { primaryKey } from '../../core/primary-key.ts'

/**
 * Decides for each rule how it is checked.
 *
 * @throws AdminError `INVALID_RULE` with the rule's position; `COLUMN_NOT_FOUND`, `TABLE_NOT_FOUND` for names.
 */
export const planRules = async (
  context: SessionContext,
  table: ResolvedTable,
  rules: readonly Rule[],
  isInferred: boolean,
): Promise<PlannedRule[]> => {
  const planner = new Planner(context, table)
  const planned: PlannedRule[] = []
  const freeName = nameGiver()
  for (const rule of rules) {
    const name = freeName(rule.name ?? printRule(rule))
    const plan = isInferred ? await planner.tryToPlan(rule) : await planner.planOfClient(rule)
    planned.push({ name, rule, isInferred, message: describeFailure(rule.condition), ...plan })
  }
  return planned
}

/** Rules that compare values with those that the client has written. */
const OWN_VALUES: readonly Condition['rule'][] = ['length', 'range', 'pattern', 'in', 'notIn', 'compare']

type Plan = Pick<PlannedRule, 'columns' | 'check' | 'where'>

class Planner {
  readonly #context: SessionContext
  readonly #table: ResolvedTable

  constructor(context: SessionContext, table: ResolvedTable) {
    this.#context = context
    this.#table = table
  }

  /** What nobody asked for does not fail the request. */
  async tryToPlan(rule: Rule): Promise<Plan> {
    try {
      return await this.plan(rule)
    } catch (error) {
      if (!(error instanceof AdminError) || error.status === 500) throw error
      return { columns: this.#columns(rule.columns), check: { type: 'impossible', reason: error.details }, where: null }
    }
  }

  /** @throws AdminError `FORBIDDEN` for values of the client's own that masked ones would be compared with. */
  planOfClient(rule: Rule): Promise<Plan> {
    const { condition } = rule
    if (OWN_VALUES.includes(condition.rule)) {
      const names = condition.rule === 'compare' ? [...rule.columns, condition.other] : rule.columns
      this.#columns(names).forEach(maskingOf(this.#context, this.#table).open)
    }
    return this.plan(rule)
  }

  async plan(rule: Rule): Promise<Plan> {
    const columns = rule.columns.length > 0 ? this.#columns(rule.columns) : []
    return {
      columns,
      check: await this.#check(rule, columns),
      where: rule.where === undefined ? null : this.#at(rule, () => this.#filter(rule.where ?? '')),
    }
  }

  async #check(rule: Rule, columns: readonly ColumnMetadata[]): Promise<Check> {
    const { condition } = rule
    switch (condition.rule) {
      case 'unique': {
        const alone = columns.find(({ kind, own }) => kind === 'json' || lacks('equality', own))
        if (alone) throw ruleError(rule.at, `'${alone.name}' (${alone.type}) holds values that have no equality`)
        return { type: 'duplicates' }
      }
      case 'references':
        return this.#orphans(rule, condition, columns)
      case 'rowCount':
        return { type: 'rowCount', ...condition }
      case 'expression': {
        const part = this.#at(rule, () => this.#filter(condition.where))
        return this.#predicate({ type: 'not', part }, true)
      }
      default: {
        const [column] = columns
        if (!column) throw ruleError(rule.at, `'${condition.rule}' wants a column`)
        return this.#at(rule, () => this.#ofColumn(condition, column))
      }
    }
  }

  #ofColumn(condition: Condition, column: ColumnMetadata): Check {
    switch (condition.rule) {
      case 'required':
      case 'notEmpty':
        return this.#predicate(isMissing(column, condition.rule === 'notEmpty'), true)
      case 'length':
        return this.#predicate(isOutsideLength(column, condition))
      case 'range':
        return column.kind === 'text'
          ? { type: 'value', test: { ...condition, type: 'range' } }
          : this.#predicate(isOutsideRange(column, condition))
      case 'in':
      case 'notIn':
        return this.#predicate(isAmong(column, condition.values, condition.rule === 'in'))
      case 'compare': {
        const [other] = this.#columns([condition.other])
        const fails = other && isNotSo(column, condition.operator, other)
        if (!fails) throw new AdminError('COLUMN_NOT_FOUND', `Column '${condition.other}' does not exist`)
        return this.#predicate(fails)
      }
      case 'pattern':
        return { type: 'value', test: { type: 'pattern', regex: condition.regex } }
      case 'unique':
      case 'references':
      case 'rowCount':
      case 'expression':
        throw new RangeError(`Rule '${condition.rule}' is not about one column`)
      default:
        return { type: 'value', test: { type: 'format', format: condition.rule } }
    }
  }

  /** Tried out, so that what the engine cannot compare is told now. */
  #predicate(fails: Predicate, looksAtNull = false): Check {
    compileFilter(fails, this.#target)
    return { type: 'predicate', fails, looksAtNull }
  }

  async #orphans(
    rule: Rule,
    { schema, table, referencedColumns }: Extract<Condition, { rule: 'references' }>,
    columns: readonly ColumnMetadata[],
  ): Promise<Check> {
    const { names, session } = this.#context
    const parent = await names.table(session, schema ?? this.#table.schema, table)
    const parentColumns = referencedColumns ? names.columns(parent, referencedColumns) : primaryKey(parent)
    if (parentColumns.length === 0)
      throw ruleError(rule.at, `table '${parent.name}' has no primary key: name the referenced columns`)
    if (parentColumns.length !== columns.length)
      throw ruleError(rule.at, `${columns.length} columns cannot reference ${parentColumns.length}`)
    columns.forEach((column, index) => {
      const parentColumn = parentColumns[index]
      if (parentColumn && !areComparable(column, parentColumn))
        throw ruleError(
          rule.at,
          `'${column.name}' (${column.type}) and '${parentColumn.name}' (${parentColumn.type}) cannot be compared`,
        )
    })
    refuseUnlike(
      this.#context,
      columns.flatMap((column, index) => {
        const [left, parentColumn] = [{ table: this.#table, column }, parentColumns[index]]
        return parentColumn ? [{ left, right: { table: parent, column: parentColumn } }] : []
      }),
    )
    return { type: 'orphans', parent, parentColumns }
  }

  #columns(names: readonly string[]): readonly ColumnMetadata[] {
    return this.#context.names.columns(this.#table, names)
  }

  get #target() {
    return this.#context.dialect.filterTarget(this.#table.columns)
  }

  /** Parsed and tried out, so that what is wrong with it is told now. */
  #filter(text: string): Predicate {
    const parsed = parseFilter(text)
    compileFilter(parsed, filterTarget(this.#context, this.#table))
    return parsed
  }

  /** What is wrong with a rule is told with the rule's position. */
  #at<T>(rule: Rule, work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (error instanceof AdminError && error.code === 'INVALID_FILTER') throw ruleError(rule.at, error.details)
      throw error
    }
  }
}
