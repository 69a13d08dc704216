import cds from '@sap/cds'
import type { PostgresConnection } from './external-changes.ts'
import { CHANNEL, FUNCTION_BODY, isTelling, readStructure, type Relation, TRIGGERS } from './postgres-structure.ts'
import { ModelTables } from '../model-tables.ts'

const { statement, row } = TRIGGERS

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * Has the database tell of every committed change to the tables, whoever makes it and by whatever statement. To be run in
 * a transaction, by their owner.
 *
 * @param tables by the names of the model.
 */
export const installTriggers = async (query: PostgresConnection['query'], tables: readonly string[]): Promise<void> => {
  const { relations } = await readStructure(query, tables)
  const byOid = new Map(relations.map((each) => [each.oid, each]))
  const familyOf = (oid: number): Relation[] => {
    const relation = byOid.get(oid)
    return relation ? [relation, ...(relation.children ?? []).flatMap(familyOf)] : []
  }
  const statements = relations.flatMap(({ oid, name }) => {
    const members = name === null ? [] : familyOf(oid).filter(holdsRows)
    return name === null || members.every((each) => isTelling(each, name)) ? [] : statementsFor(members, name)
  })
  if (statements.length === 0) return
  // What earlier versions called it.
  await query('DROP FUNCTION IF EXISTS saga_cache_changed() CASCADE')
  await query(`CREATE OR REPLACE FUNCTION ${CHANNEL}() RETURNS trigger LANGUAGE plpgsql AS ${literal(FUNCTION_BODY)}`)
  for (const sql of statements) await query(sql)
}

const holdsRows = ({ kind }: Relation): boolean => kind === 'r' || kind === 'p'

/** @param members a table, and all that inherits from it, above before below: what rows call is passed on to partitions. */
const statementsFor = (members: readonly Relation[], name: string): string[] => {
  const call = `EXECUTE FUNCTION ${CHANNEL}(${literal(name)})`
  return members.flatMap(({ path, isPartition }) => [
    `DROP TRIGGER IF EXISTS ${statement.name} ON ${path}`,
    `CREATE TRIGGER ${statement.name} AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${path} FOR EACH STATEMENT ${call}`,
    // Also for those who load data with the triggers of replication only.
    `ALTER TABLE ${path} ENABLE ALWAYS TRIGGER ${statement.name}`,
    ...(isPartition
      ? []
      : [
          `DROP TRIGGER IF EXISTS ${row.name} ON ${path}`,
          `CREATE TRIGGER ${row.name} AFTER INSERT OR UPDATE OR DELETE ON ${path} FOR EACH ROW ${call}`,
        ]),
    `ALTER TABLE ${path} ENABLE REPLICA TRIGGER ${row.name}`,
  ])
}

/** A transaction of a deployment. */
interface Deployment {
  run(sql: string, values?: readonly unknown[]): Promise<unknown>
}

/** CAP's deployment, as far as this file changes it. */
interface Deploy {
  /** Creates tables and views, or brings them up to date. */
  schema: (deployment: Deployment, model: unknown, options: { readonly dry?: boolean }) => Promise<unknown>
}

/** Makes deployments to PostgreSQL have each table tell the servers of its changes. */
export const notifyChanges = (database: object): void => {
  const { deploy } = cds as unknown as { deploy: Deploy }
  const { schema } = deploy
  deploy.schema = async (deployment, model, options) => {
    const result = await schema(deployment, model, options)
    if (options.dry) return result
    const query = async (sql: string, values?: readonly unknown[]) => {
      const rows = await deployment.run(sql, values)
      return { rows: Array.isArray(rows) ? (rows as Record<string, unknown>[]) : [] }
    }
    await installTriggers(query, new ModelTables(database).tables)
    return result
  }
}
