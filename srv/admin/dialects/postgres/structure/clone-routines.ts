/** Types and functions of a clone, and what in their texts names the source. */
import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import { applyEdits, type Edit, isSymbol, isWord, readSqlTokens } from '../../../core/sql-tokens.ts'
import type { ClonePlan } from './clone-plan.ts'
import type { Routine, SchemaAnswers } from './read-answers.ts'

export const addType = (plan: ClonePlan, { name, kind, definition, comment }: SchemaAnswers['types'][number]): void => {
  if (definition === null) {
    plan.skip('type', name, 'Its values are brought into their form by a function that is made between two parts of it')
    return
  }
  plan.about('type', name, () => {
    plan.step('making types', `CREATE ${kind} ${plan.target(name)} ${definition}`)
    plan.comment(`${kind} ${plan.target(name)}`, comment)
  })
  plan.make('type', name)
}

/** Languages whose texts name tables as SQL does. */
const READABLE = ['sql', 'plpgsql']

export const addRoutine = (plan: ClonePlan, routine: Routine): void => {
  const { id, name, arguments: list, kind, definition, comment } = routine
  const signature = `${name}(${list})`
  const problem = plan.isScript ? null : problemOf(routine, plan.input.source)
  if (problem !== null) {
    plan.refused.set(id, problem)
    plan.skip(kind.toLowerCase(), signature, problem)
    return
  }
  const target = `${plan.target(name)}(${list})`
  plan.about('function', name, () => {
    plan.step('making functions', renamed(definition, plan.input.source, plan.input.target))
    // What its text names without a schema is meant in the clone, whoever calls it, and never in the source.
    if (!plan.isScript && !routine.isParsed && READABLE.includes(routine.language))
      plan.step('making functions', `ALTER ${kind} ${target} SET search_path = ${pathOf(plan, routine)}`)
    plan.comment(`${kind} ${target}`, comment)
  })
  plan.make('function', signature)
}

const problemOf = ({ language, body, isParsed }: Routine, source: string): string | null => {
  if (isParsed) return null
  if (!READABLE.includes(language)) return `What its text in ${language} names cannot be told`
  return namesInText(body, source) ? `Its text names the schema '${source}' in a string` : null
}

/** Whether a string within a text has the name of a schema in it: what is put together from it cannot be rewritten. */
const namesInText = (body: string, schema: string): boolean =>
  readSqlTokens(body).some(({ type, value }) => type === 'string' && hasWord(value.toLowerCase(), schema.toLowerCase()))

const hasWord = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isOfWord(text[at - 1]) && !isOfWord(text[at + word.length])) return true
  return false
}

const isOfWord = (character: string | undefined): boolean => character !== undefined && /[\w$]/.test(character)

/** Whether a text names something of a schema, or the schema in a string. */
export const names = (body: string, schema: string): boolean =>
  qualifications(body, schema).length > 0 || namesInText(body, schema)

/** Where a text qualifies a name by a schema. */
const qualifications = (text: string, schema: string): { start: number; end: number }[] => {
  const tokens = readSqlTokens(text)
  return tokens.filter(
    ({ type, value }, at) =>
      (type === 'quoted' ? value === schema : type === 'word' && value.toLowerCase() === schema) &&
      isSymbol(tokens[at + 1], '.') &&
      !isSymbol(tokens[at - 1], '.'),
  )
}

const renamed = (definition: string, source: string, target: string): string =>
  applyEdits(
    definition,
    qualifications(definition, source).map(({ start, end }): Edit => ({ start, end, text: quote(target) })),
  )

/** The path that it has set itself, with the clone for the source; else the clone alone. */
const pathOf = ({ input }: ClonePlan, { definition, body }: Routine): string => {
  const head = definition.slice(0, definition.indexOf(body))
  const tokens = readSqlTokens(head)
  const at = tokens.findIndex((token, index) => isWord(token, 'SEARCH_PATH') && isWord(tokens[index - 1], 'SET'))
  const own: string[] = []
  for (let next = at + 2; at >= 0 && tokens[next]?.type === 'string'; next += 2) own.push(tokens[next]?.value ?? '')
  const schemas = own.length === 0 ? [input.target] : own.map((name) => (name === input.source ? input.target : name))
  return schemas.map(quote).join(', ')
}
