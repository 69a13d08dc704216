import { findEntity, findName } from '../../core/find-entity.ts'
import type { Model, ModelAssertion } from '../../core/model.ts'
import { printRule } from '../../core/rules/print-rule.ts'
import type { Condition, Rule } from '../../core/rules/rule.ts'
import type { ForeignKeyMetadata } from '../../dialects/metadata.ts'
import type { ResolvedTable } from '../operation.ts'
import { primaryKey } from '../../core/primary-key.ts'

/** Names of columns that let one guess what their texts are, by the words that the names are made of. */
const GUESSES: readonly { readonly fits: (words: readonly string[]) => boolean; readonly condition: Condition }[] = [
  { fits: (words) => words.includes('email') || words.includes('mail'), condition: { rule: 'email' } },
  { fits: (words) => words.includes('url') || words.includes('website'), condition: { rule: 'url' } },
  {
    // A day or an instant: the name does not say which.
    fits: (words) => words.includes('date') || (words.length > 1 && ['at', 'on'].includes(words.at(-1) ?? '')),
    condition: { rule: 'timestamp' },
  },
  {
    fits: (words) => words.some((word) => ['amount', 'price', 'cost', 'quantity'].includes(word)),
    condition: { rule: 'numeric' },
  },
]

/** What the catalog says of a table's keys. */
export interface StatedKeys {
  readonly uniqueKeys: readonly (readonly string[])[]
  readonly foreignKeys: readonly ForeignKeyMetadata[]
}

/**
 * The rules that hold for a table by what the catalog and the model say of it, and as warnings those that the names of
 * its columns suggest.
 */
export const inferRules = (table: ResolvedTable, { uniqueKeys, foreignKeys }: StatedKeys, model: Model): Rule[] => {
  const known = table.columns.map(({ name }) => name)
  const entity = findEntity(model, table.name)
  const key = primaryKey(table).map(({ name }) => name)
  const stated = [
    ...table.columns.filter(({ nullable }) => !nullable).map(({ name }) => rule([name], { rule: 'required' })),
    ...key.map((name) => rule([name], { rule: 'required' })),
    ...(key.length > 0 ? [rule(key, { rule: 'unique' })] : []),
    ...uniqueKeys.filter((columns) => !isSame(columns, key)).map((columns) => rule(columns, { rule: 'unique' })),
    ...table.columns.flatMap(({ name, kind, length }) =>
      kind === 'text' && length !== null ? [rule([name], { rule: 'length', max: length })] : [],
    ),
    ...foreignKeys
      .filter(({ hasPeriod }) => !hasPeriod)
      .map(({ columns, referencedSchema, referencedTable, referencedColumns }) =>
        rule(columns, { rule: 'references', schema: referencedSchema, table: referencedTable, referencedColumns }),
      ),
    ...(entity?.assertions ?? []).flatMap((assertion) => fromAssertion(assertion, known)),
    ...(entity?.associations ?? []).flatMap(({ columns, targetTable, targetColumns }) => {
      const own = columns.flatMap((name) => findName(name, known) ?? [])
      if (own.length < columns.length) return []
      const target = { schema: table.schema, table: targetTable, referencedColumns: targetColumns }
      return [rule(own, { rule: 'references', ...target })]
    }),
  ]
  const references = new Set(
    stated.flatMap(({ condition, columns }) => (condition.rule === 'references' ? columns : [])),
  )
  return distinct([...stated, ...guess(table, references)])
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.toSorted().join('\0') === b.toSorted().join('\0')

const rule = (columns: readonly string[], condition: Condition, severity: Rule['severity'] = 'error'): Rule => ({
  columns,
  condition,
  severity,
  at: `inferred rule for ${columns.map((name) => `'${name}'`).join(', ')}`,
})

const fromAssertion = (assertion: ModelAssertion, known: readonly string[]): Rule[] => {
  const named = assertion.rule === 'unique' ? assertion.columns : [assertion.column]
  const columns = named.flatMap((name) => findName(name, known) ?? [])
  if (columns.length < named.length) return []
  switch (assertion.rule) {
    case 'required':
    case 'unique':
      return [rule(columns, { rule: assertion.rule })]
    case 'length':
      return [rule(columns, { rule: 'length', max: assertion.max })]
    case 'pattern':
      return [rule(columns, { rule: 'pattern', regex: assertion.regex })]
    case 'in':
      return [rule(columns, { rule: 'in', values: assertion.values.map(String) })]
    case 'range': {
      const { min, max } = assertion
      if (min === undefined && max === undefined) return []
      const bounds = { ...(min !== undefined && { min: String(min) }), ...(max !== undefined && { max: String(max) }) }
      return [rule(columns, { rule: 'range', ...bounds })]
    }
  }
}

const guess = (table: ResolvedTable, references: ReadonlySet<string>): Rule[] =>
  table.columns.flatMap(({ name, kind }) => {
    const words = name
      .replace(/([a-z\d])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .split(/[^\p{L}\d]+/u)
    if (words.at(-1) === 'id') return references.has(name) ? [] : [rule([name], { rule: 'required' }, 'warn')]
    const found = kind === 'text' ? GUESSES.find(({ fits }) => fits(words)) : undefined
    return found ? [rule([name], found.condition, 'warn')] : []
  })

/** Catalog and model often say the same; what is said first counts. */
const distinct = (rules: readonly Rule[]): Rule[] => {
  const byText = new Map<string, Rule>()
  for (const each of rules) {
    const text = printRule(each).toLowerCase()
    if (!byText.has(text)) byText.set(text, each)
  }
  return [...byText.values()]
}
