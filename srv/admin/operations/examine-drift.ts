import type { AdminConfig } from '../config.ts'
import { type Drift, findDrift, type Recorded } from '../core/drift/find-drift.ts'
import { SEVERITIES } from '../core/drift/severity.ts'
import type { IndexUse } from '../core/index-advice.ts'
import { matchesPattern, parseColumnList } from '../core/identifiers.ts'
import type { Model } from '../core/model.ts'
import { isReservedTable } from '../core/technical-tables.ts'
import type { SchemaStructure, StructureKind } from '../core/schema-differences/structure.ts'
import type { Row, Session } from '../database/session.ts'
import { ask } from '../dialects/rows.ts'
import { AdminError } from '../core/errors.ts'
import { inSession, type OperationContext, type SessionContext } from './operation.ts'
import { readStructure, structureOf, structureQuestions } from './read-structure.ts'

/** What a model says of a schema, besides tables and columns. */
const KINDS: readonly StructureKind[] = ['constraints', 'views', 'indexes']

interface Examined {
  readonly schema: string
  readonly expected: Expected
  /** The worst first. */
  readonly findings: readonly Drift[]
  readonly ignored: number
  /** What the deployment infrastructure has made from artifacts that are not the model's. */
  readonly artifacts: readonly { readonly kind: Drift['kind']; readonly name: string }[]
}

/** What differs, but for what is of CAP or an index that serves the model. */
export const examineDrift = async (
  context: OperationContext,
  input: { readonly schema?: string; readonly ignore?: string | string[] },
): Promise<Examined> => {
  const deployed = await inSession(context, (within) => readDeployed(within, input.schema))
  const expected = await expectedStructure(context, deployed.recorded)
  const isOfModel = servesModel(deployed.indexes, context.model)
  // Tables of CAP's own, and indexes that only make the model's reads quicker.
  const isExpected = ({ change, kind, table, name }: Drift): boolean =>
    change === 'additional' &&
    ((kind === 'table' && isReservedTable(name ?? '')) ||
      (kind === 'index' && (isReservedTable(table ?? '') || isOfModel(name ?? ''))))
  const found = findDrift(expected.structure, deployed.structure, expected.recorded).filter((each) => !isExpected(each))
  const patterns = parseColumnList(input.ignore, 'ignore') ?? []
  const isIgnored = ({ table, name }: Drift): boolean => {
    const names = [table, name, `${table ?? ''}.${name ?? ''}`].map((each) => each?.toLowerCase() ?? '')
    return patterns.some((pattern) => names.some((each) => matchesPattern(each, pattern.toLowerCase())))
  }
  const told = found.filter((each) => !isIgnored(each))
  const isArtifact = ({ change, table, name }: Drift): boolean =>
    change === 'additional' && deployed.artifacts.has(name ?? '') && (table === null || deployed.artifacts.has(table))
  const findings = told.filter((each) => !isArtifact(each))
  const rank = ({ severity }: Drift): number => SEVERITIES.indexOf(severity)
  return {
    ...{ schema: deployed.schema, expected },
    findings: findings.sort((a, b) => rank(a) - rank(b)),
    ignored: found.length - told.length,
    artifacts: told.filter(isArtifact).map(({ kind, name }) => ({ kind, name: name ?? '' })),
  }
}

interface Deployed {
  readonly schema: string
  readonly structure: SchemaStructure
  readonly indexes: readonly IndexUse[]
  /** Names of what the deployment infrastructure has made, in all; none where there is no such thing. */
  readonly artifacts: ReadonlySet<string>
  /** What CAP wrote down at the last deployment: a model that is compiled for the database, as JSON. */
  readonly recorded: string | null
}

/** What the catalog tells of a schema, and CAP of its last deployment. */
const readDeployed = async (context: SessionContext, sent: string | undefined): Promise<Deployed> => {
  const { dialect, names, session } = context
  const schema = await names.schema(session, sent)
  const { trial } = dialect.schemaStructure
  const artifacts = typeof trial === 'string' ? null : trial
  const structure = await readStructure(session, artifacts ?? dialect.schemaStructure, schema, schema, KINDS)
  const made = artifacts ? artifacts.deployed.read(await session.query(artifacts.deployed.statement(schema))) : []
  const record = structure.tables.find(({ name }) => name.toLowerCase() === 'cds_model')
  const from = [schema, record?.name ?? ''].map((name) => dialect.quote(name)).join('.')
  const [row] = record ? await session.query({ sql: `SELECT csn FROM ${from}`, parameters: [] }) : []
  const csn = row?.['csn']
  const indexes = dialect.catalog.indexes ? await ask(session, dialect.catalog.indexes.ofSchema, { schema }) : []
  const isRecorded = typeof csn === 'string' && csn !== ''
  return { schema, structure, indexes, artifacts: new Set(made), recorded: isRecorded ? csn : null }
}

/** Tells of an index whether it begins with the columns of one of the model's associations: the model is quicker by it, not another. */
const servesModel = (indexes: readonly IndexUse[], { entities }: Model): ((name: string) => boolean) => {
  const listOf = (table: string, columns: readonly string[]): string =>
    JSON.stringify([table, ...columns.toSorted()]).toLowerCase()
  const wanted = new Set(
    entities.flatMap(({ table, associations }) => associations.map(({ columns }) => listOf(table ?? '', columns))),
  )
  const serving = new Set(
    indexes
      .filter(
        ({ table, columns, isUnique }) =>
          !isUnique && columns.some((_, end) => wanted.has(listOf(table, columns.slice(0, end + 1)))),
      )
      .map(({ name }) => name),
  )
  return (name) => serving.has(name)
}

export interface Expected {
  readonly structure: SchemaStructure
  readonly recorded: (Recorded & { readonly refusal: string | null }) | null
  /** The model's own statement that makes what a finding misses; null where there is none. */
  statementFor(drift: Drift): string | null
}

/** Of each API that is served, which its configuration stands for: a model changes by a restart only. */
const kept = new WeakMap<AdminConfig, { readonly recorded: string | null; readonly expected: Expected }>()

/** The model as it would be deployed, which the engine itself is asked for: its statements run where nobody sees them. */
const expectedStructure = async (context: OperationContext, recorded: string | null): Promise<Expected> => {
  const known = kept.get(context.config)
  if (known?.recorded === recorded) return known.expected
  context.progress('compiling')
  if (!context.modelStatements) throw new AdminError('NOT_SUPPORTED', 'There is no model')
  const statements = await context.modelStatements(recorded, context.signal)
  context.progress('comparing')
  const expected: Expected = {
    structure: await structureBy(context, statements.create),
    recorded: statements.recorded && {
      structure: statements.recorded.create && (await structureBy(context, statements.recorded.create)),
      delta: statements.recorded.delta,
      refusal: statements.recorded.refusal,
    },
    statementFor: statementsOf(statements.create),
  }
  kept.set(context.config, { recorded, expected })
  return expected
}

const structureBy = async (context: OperationContext, statements: readonly string[]): Promise<SchemaStructure> => {
  const { schemaStructure } = context.dialect
  const { trial } = schemaStructure
  if (typeof trial !== 'string') return trial.structureOf(statements)
  const tryOut = (session: Session): Promise<readonly (readonly Row[])[]> => {
    if (!session.tryStructure) throw new AdminError('NOT_SUPPORTED', 'The engine cannot try a structure')
    return session.tryStructure(statements, (schema) => structureQuestions(schemaStructure, schema, schema, KINDS))
  }
  const { database } = context
  const answers = await (trial === 'write' ? database.write(context, tryOut) : database.read(context, tryOut))
  return structureOf(schemaStructure, KINDS, answers)
}

const MADE =
  /^\s*(?:CREATE\s+)?(?:(?:UNIQUE\s+)?(?:INVERTED\s+)?INDEX|(?:COLUMN\s+|ROW\s+)?TABLE|VIEW)\s+(?<name>"[^"]+"|[^\s("]+)/i
const CONSTRAINT = /(?:\bADD|^)\s+CONSTRAINT\s+(?<name>"[^"]+"|[^\s("]+)/i

const statementsOf = (statements: readonly string[]): Expected['statementFor'] => {
  const byName = new Map(
    statements.flatMap((sql) => {
      const { name } = (MADE.exec(sql) ?? CONSTRAINT.exec(sql))?.groups ?? {}
      return name === undefined ? [] : [[name.replaceAll('"', '').toLowerCase(), sql]]
    }),
  )
  return ({ change, kind, name }) => {
    const isWhole = kind !== 'column' && (change === 'missing' || kind === 'view')
    return isWhole && change !== 'additional' && name !== null ? (byName.get(name.toLowerCase()) ?? null) : null
  }
}
