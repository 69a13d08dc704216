import type { Static } from '@sinclair/typebox'
import { compareStructures, type SchemaDifferences } from '../../core/schema-differences/compare-structures.ts'
import type { ObjectChange, SchemaStructure } from '../../core/schema-differences/structure.ts'
import { AdminError } from '../../core/errors.ts'
import { inSession, type Json, type JsonObject, type Operation, type OperationContext } from '../operation.ts'
import { readStructure } from '../read-structure.ts'
import { INPUT, OUTPUT } from './compare-schema/schemas.ts'
import { nameResolver, parseColumnList } from '../../core/identifiers.ts'

interface TableChoice {
  /** Absent means all. With it, what belongs to no table is looked at only where it is listed. */
  readonly tables: readonly string[] | undefined
  readonly excludeTables: readonly string[] | undefined
}

/** Leaves in both schemas what is asked for. @throws AdminError `TABLE_NOT_FOUND`, `AMBIGUOUS_NAME`. */
export const chooseTables = (
  left: SchemaStructure,
  right: SchemaStructure,
  { tables, excludeTables }: TableChoice,
): [SchemaStructure, SchemaStructure] => {
  const known = [left, right].flatMap((each) => [...each.tables, ...each.views].map(({ name }) => name))
  const nameOf = nameResolver(known, 'TABLE_NOT_FOUND', 'In either schema, table')
  const resolved = (names: readonly string[]): ReadonlySet<string> => new Set(names.map(nameOf))
  const wanted = tables && resolved(tables)
  const unwanted = resolved(excludeTables ?? [])
  const isChosen = (name: string): boolean => (wanted?.has(name) ?? true) && !unwanted.has(name)
  const choose = (schema: SchemaStructure): SchemaStructure => ({
    tables: schema.tables.filter(({ name }) => isChosen(name)),
    columns: schema.columns.filter(({ table }) => isChosen(table)),
    constraints: schema.constraints.filter(({ table }) => isChosen(table)),
    indexes: schema.indexes.filter(({ table }) => isChosen(table)),
    triggers: schema.triggers.filter(({ table }) => isChosen(table)),
    views: schema.views.filter(({ name }) => isChosen(name)),
    sequences: schema.sequences.filter(({ name }) => isChosen(name)),
    types: wanted ? [] : schema.types,
    routines: wanted ? [] : schema.routines,
    policies: schema.policies.filter(({ table }) => isChosen(table)),
    statistics: schema.statistics.filter(({ table }) => isChosen(table)),
    privileges: wanted ? [] : schema.privileges,
  })
  return [choose(left), choose(right)]
}

type Input = Static<typeof INPUT>

/**
 * Tells how the structure of one schema differs from that of another: what the second lacks is `missing`, what it has
 * more is `extra`. Constraints of one table that say the same are the same, whatever they are called, and so are columns
 * in another order, unless asked otherwise. Renaming is never decided, only hinted at.
 *
 * @returns `notCompared` names what was left out, and why. Definitions of views, triggers, routines and policies are told to operators only.
 * @throws AdminError `SAME_OBJECT` for one schema twice, `TABLE_NOT_FOUND` for a listed table that neither schema has.
 * @see Admin REST API, Endpoints, POST /compareSchema. The answer, and all of the request but the schemas, are ours.
 */
export const compareSchema: Operation<typeof INPUT> = {
  summary: 'Compares the structure of two schemas',
  input: INPUT,
  output: OUTPUT,
  run: async (context, input) => {
    const choice = {
      tables: parseColumnList(input.tables, 'tables'),
      excludeTables: parseColumnList(input.excludeTables, 'excludeTables'),
    }
    return inSession(context, async ({ session, names, dialect }) => {
      const schema1 = await names.schema(session, input.schema1)
      const schema2 = await names.schema(session, input.schema2)
      if (schema1 === schema2) throw new AdminError('SAME_OBJECT', `Both are schema '${schema1}'`)
      const kinds = kindsOf(input)
      const left = await readStructure(session, dialect.schemaStructure, schema1, schema2, kinds)
      const right = await readStructure(session, dialect.schemaStructure, schema2, schema1, kinds)
      const differences = compareStructures(...chooseTables(left, right, choice), {
        ignoreColumnOrder: input.ignoreColumnOrder ?? true,
        ignoreConstraintNames: input.ignoreConstraintNames ?? true,
        compareComments: input.compareComments ?? false,
      })
      return { schema1, schema2, ...describe(context, input, differences) }
    })
  },
}

const KINDS = [
  ...(['indexes', 'triggers', 'constraints', 'views', 'sequences'] as const),
  ...(['types', 'routines', 'policies', 'statistics', 'privileges'] as const),
] as const
type Kind = (typeof KINDS)[number]

const FLAGS = {
  indexes: 'compareIndexes',
  triggers: 'compareTriggers',
  constraints: 'compareConstraints',
  views: 'compareViews',
  sequences: 'compareSequences',
  types: 'compareTypes',
  routines: 'compareRoutines',
  policies: 'comparePolicies',
  statistics: 'compareStatistics',
  privileges: 'comparePrivileges',
} as const

const kindsOf = (input: Input): Kind[] => KINDS.filter((kind) => input[FLAGS[kind]] ?? kind !== 'privileges')

const describe = (context: OperationContext, input: Input, differences: SchemaDifferences): JsonObject => {
  const { tables, indexes, triggers, constraints, views, sequences, renameCandidates } = differences
  const { types, routines, policies, statistics, privileges } = differences
  const { schemaStructure } = context.dialect
  const asked = [...kindsOf(input), ...(input.compareComments ? ['comments'] : [])]
  const isKept = (kind: string): boolean =>
    (kind === 'comments' || kind in schemaStructure.queries) &&
    !schemaStructure.notKept.some((each) => each.kind === kind)
  const shown = (changes: readonly ObjectChange[]): Json[] =>
    changes.map((change) => (context.user.is('operator') ? { ...change } : { ...change, value1: null, value2: null }))
  const counts = {
    tableDifferences: tables.different.length,
    onlyInSchema1: tables.onlyLeft.length,
    onlyInSchema2: tables.onlyRight.length,
    indexDifferences: indexes.length,
    triggerDifferences: triggers.length,
    constraintDifferences: constraints.length,
    viewDifferences: views.length,
    sequenceDifferences: sequences.length,
    typeDifferences: types.length,
    routineDifferences: routines.length,
    policyDifferences: policies.length,
    statisticsDifferences: statistics.length,
    privilegeDifferences: privileges.length,
  }
  return {
    identical: Object.values(counts).every((count) => count === 0),
    compared: ['tables', 'columns', ...asked.filter(isKept)],
    notCompared: [
      ...schemaStructure.notKept,
      ...[...KINDS, 'comments']
        .filter((kind) => isKept(kind) && !asked.includes(kind))
        .map((kind) => ({ kind, reason: 'Not asked for' })),
    ].map((each) => ({ ...each })),
    summary: { tableMatches: tables.matching, ...counts },
    tables: {
      onlyInSchema1: tables.onlyLeft,
      onlyInSchema2: tables.onlyRight,
      different: tables.different.map(({ table, differences: of }) => ({
        table,
        differences: of.map((each) => ({ ...each })),
      })),
    },
    indexes: indexes.map((change) => ({ ...change })),
    triggers: shown(triggers),
    constraints: constraints.map((change) => ({ ...change })),
    views: shown(views),
    sequences: sequences.map((change) => ({ ...change })),
    types: types.map((change) => ({ ...change })),
    routines: shown(routines),
    policies: shown(policies),
    statistics: statistics.map((change) => ({ ...change })),
    privileges: shown(privileges),
    renameCandidates: renameCandidates.map((candidate) => ({ ...candidate })),
  }
}
