import { chooseStatements, type ScriptStep, withoutCalls } from '../../../core/dump/choose-statements.ts'
import type { DumpStatement, NotIncluded } from '../../../core/dump/manifest.ts'
import { moveTypes, type TypeElsewhere } from '../../../core/dump/move-types.ts'
import { isSymbol, isWord, readSqlTokens } from '../../../core/sql-tokens.ts'
import { ask } from '../../../dialects/rows.ts'
import type { ForeignKeyMetadata } from '../../../dialects/metadata.ts'
import type { Planner, Rebuild } from '../../../dialects/structure.ts'
import { AdminError } from '../../../core/errors.ts'
import { examineStatements, knownNames } from '../../dump-statements.ts'
import type { SessionContext } from '../../operation.ts'
import { makePlan } from '../../run-structure-plan.ts'

/** What the structure is of. */
interface Dumped {
  readonly schema: string
  readonly own: ReadonlySet<string>
  /** All tables of the schema are meant. */
  readonly isAll: boolean
  /** Foreign keys of these tables to others than these. */
  readonly keysElsewhere: readonly ForeignKeyMetadata[]
}

interface Chosen {
  readonly statements: readonly DumpStatement[]
  readonly notIncluded: readonly NotIncluded[]
}

type Script = Planner<{ readonly schema: string }>

/**
 * The statements that make the tables with what they are made of. Those that a file must not bring are not among them, nor those
 * that need what they would make: a table without its own has to be there before.
 */
export const chooseStructure = async (
  context: SessionContext,
  { script, rebuild }: { readonly script: Script; readonly rebuild: Rebuild },
  dumped: Dumped,
): Promise<Chosen> => {
  const { schema, own } = dumped
  const steps = await stepsOf(context, script, schema)
  const names = new Set(
    steps.flatMap(({ about }) => about.filter(({ type }) => type === 'type').map(({ name }) => name)),
  )
  const { moved, others, notIncluded: told } = await typesElsewhere(context, { script, rebuild }, schema, names)
  const chosen = chooseStatements([...others, ...steps], own, rebuild.spelling.brackets)
  const statements = chosen.statements.map((each) => ({
    ...each,
    sql: moveTypes(each.sql, moved, schema, rebuild.spelling),
  }))
  const kept = await keepRunnable(context, rebuild, dumped, statements)
  return { statements: kept.statements, notIncluded: [...chosen.notIncluded, ...told, ...kept.notIncluded] }
}

const stepsOf = async ({ session }: SessionContext, script: Script, schema: string): Promise<ScriptStep[]> => {
  const { steps } = await makePlan(session, script, { schema })
  return steps.map(({ phase, statement, about = [], otherwise, of }) => ({
    ...{ phase, sql: statement.sql, about },
    isKey: (otherwise?.object ?? of)?.type === 'foreignKey',
  }))
}

interface Elsewhere {
  readonly moved: readonly TypeElsewhere[]
  readonly others: readonly ScriptStep[]
  readonly notIncluded: readonly NotIncluded[]
}

/** Types of other schemas that columns have, and the statements that make them. @param names of types of the own schema. */
const typesElsewhere = async (
  context: SessionContext,
  { script, rebuild }: { readonly script: Script; readonly rebuild: Rebuild },
  schema: string,
  names: ReadonlySet<string>,
): Promise<Elsewhere> => {
  const used = rebuild.typesElsewhere ? await ask(context.session, rebuild.typesElsewhere, { schema }) : []
  const moved: TypeElsewhere[] = []
  const others: ScriptStep[] = []
  const notIncluded: NotIncluded[] = []
  for (const [other, types] of Map.groupBy(used, (type) => type.schema)) {
    const isOpen = await isOpenSchema(context, other)
    for (const type of types) {
      const isMoved = isOpen && !names.has(type.name)
      if (isMoved) moved.push(type)
      const reason = isMoved ? `It is made in '${schema}': a dump is of one schema` : 'It has to be there before'
      notIncluded.push({ type: 'type', name: `${other}.${type.name}`, reason })
    }
    if (!isOpen) continue
    const wanted = new Set(types.map(({ name }) => name))
    const steps = await stepsOf(context, script, other)
    others.push(...steps.filter(({ about }) => about.some(({ type, name }) => type === 'type' && wanted.has(name) && !names.has(name)))) // prettier-ignore
  }
  return { moved, others, notIncluded }
}

const isOpenSchema = async ({ session, names }: SessionContext, schema: string): Promise<boolean> => {
  try {
    await names.schema(session, schema)
    return true
  } catch (error) {
    if (error instanceof AdminError) return false
    throw error
  }
}

const keepRunnable = async (
  context: SessionContext,
  rebuild: Rebuild,
  { schema, own, isAll, keysElsewhere }: Dumped,
  statements: readonly DumpStatement[],
): Promise<Chosen> => {
  const notIncluded: NotIncluded[] = []
  const lost = new Set<string>()
  const kept: DumpStatement[] = []
  const isOwn = knownNames(rebuild, own)
  const isParted = new Set<string | null>()
  for (const each of await examineReduced(context, rebuild, schema, statements, notIncluded)) {
    const { statement, problem, references, parents } = each
    const { stage, table, type, name, sql } = statement
    const tokens = readSqlTokens(sql, rebuild.spelling.brackets)
    const has = (names: ReadonlySet<string>): string | undefined =>
      tokens.find(({ type: kind, value }) => kind !== 'symbol' && names.has(value))?.value
    // Those to other schemas are told as keys.
    const others = keysElsewhere.filter((key) => key.table === table && key.referencedSchema !== schema)
    if (stage === 'keys' && has(new Set(others.map((key) => key.name))) !== undefined) continue
    const missing = lost.size > 0 ? has(lost) : undefined
    const isElsewhere = references.some((token) => !isOwn(token))
    const isPart = parents.some((token) => !isOwn(token))
    if (isPart) isParted.add(table)
    const reason =
      problem?.details ??
      (missing === undefined ? null : `It needs '${missing}', which is not in the dump`) ??
      (isPart ? 'The table of which it is a part is not in the dump' : null) ??
      (isAll && stage === 'keys' && isElsewhere ? 'It refers to a table that is not in the dump' : null)
    if (/^ALTER INDEX /.test(sql) && isParted.has(table)) continue
    if (reason === null) kept.push(statement)
    else {
      notIncluded.push({ type: stage === 'keys' ? 'foreignKey' : type, name, reason })
      if (table === null) lost.add(name)
    }
  }
  return { statements: kept, notIncluded: [...notIncluded, ...collationsOf(kept, rebuild)] }
}

/** Those that are not the engine's own have a schema before their name. */
const collationsOf = (statements: readonly DumpStatement[], { spelling }: Rebuild): NotIncluded[] => {
  const names = statements.flatMap(({ sql }) => {
    const tokens = readSqlTokens(sql, spelling.brackets)
    return tokens.flatMap(({ type, value }, index) => {
      const before = tokens[index - 1]
      const isNamed = isWord(before, 'COLLATE') || (isSymbol(before, '=') && isWord(tokens[index - 2], 'COLLATION'))
      const isOther = isNamed && type !== 'symbol' && isSymbol(tokens[index + 1], '.')
      return isOther ? [`${value}.${tokens[index + 2]?.value ?? ''}`] : []
    })
  })
  return [...new Set(names)].map((name) => ({ type: 'collation', name, reason: 'It has to be there before' }))
}

/** Defaults and conditions that call what a file must not call are left out of their table, and told. */
const examineReduced = async (
  context: SessionContext,
  rebuild: Rebuild,
  schema: string,
  statements: readonly DumpStatement[],
  notIncluded: NotIncluded[],
) => {
  const examined = await examineStatements(context, rebuild, schema, statements)
  const isCalling = ({ calls, statement }: (typeof examined)[number]): boolean =>
    calls.length > 0 && statement.type === 'table' && statement.stage === 'tables'
  if (!examined.some(isCalling)) return examined
  const reduced = examined.map((each) => {
    const { statement, calls } = each
    const rest = isCalling(each) ? withoutCalls(statement.sql, new Set(calls)) : null
    if (!rest) return statement
    for (const { type, name } of rest.lost)
      notIncluded.push({
        type,
        name: type === 'default' ? `${statement.name}.${name}` : name,
        reason: `It calls '${calls.join("', '")}', which may do more than compute`,
      })
    return { ...statement, sql: rest.sql }
  })
  return examineStatements(context, rebuild, schema, reduced)
}
