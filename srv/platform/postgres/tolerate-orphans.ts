import cds from '@sap/cds'

/** A transaction of a deployment. */
interface Deployment {
  readonly kind?: string
  run(query: unknown, ...rest: unknown[]): Promise<unknown>
}

/** CAP's deployment, as far as this file changes it. */
interface Deploy {
  /** Creates tables, views and constraints; resolves to whether there are any. */
  schema: (deployment: Deployment, model: unknown, options: { readonly dry?: boolean }) => Promise<unknown>
}

/** A foreign key that old rows have not been checked for, and what counts those that break it. */
interface Unchecked {
  readonly name: string
  readonly child: string
  readonly parent: string
  readonly columns: string
  readonly count: string
}

const FOREIGN_KEY = /^ALTER TABLE [^;]*\sFOREIGN KEY[^;]*/
/** NOT VALID is PostgreSQL's word for a constraint that holds for what is written from now on. */
const forNewRows = (sql: unknown): unknown => (typeof sql === 'string' ? sql.replace(FOREIGN_KEY, '$& NOT VALID') : sql)

/** Those of CAP, by the beginning of their names. */
const UNCHECKED = `SELECT k.conname AS name, k.conrelid::regclass::text AS child, k.confrelid::regclass::text AS parent,
    string_agg(c.attname, ', ' ORDER BY i) AS columns,
    format('SELECT count(*) AS n FROM %s AS c WHERE %s AND NOT EXISTS (SELECT FROM %s AS p WHERE %s)',
      k.conrelid::regclass, string_agg(format('c.%I IS NOT NULL', c.attname), ' AND '),
      k.confrelid::regclass, string_agg(format('p.%I = c.%I', p.attname, c.attname), ' AND ')) AS count
  FROM pg_constraint AS k CROSS JOIN generate_subscripts(k.conkey, 1) AS i
  JOIN pg_attribute AS c ON c.attrelid = k.conrelid AND c.attnum = k.conkey[i]
  JOIN pg_attribute AS p ON p.attrelid = k.confrelid AND p.attnum = k.confkey[i]
  WHERE k.contype = 'f' AND NOT k.convalidated AND k.conname LIKE 'c\\_\\_%' AND k.connamespace = current_schema()::regnamespace
  GROUP BY k.oid, k.conname, k.conrelid, k.confrelid ORDER BY k.conrelid::regclass::text, k.conname`

const changed = new WeakSet()

/**
 * Has a deployment add foreign keys also where rows break them that were written before there were any: these stay, and are
 * told of at each deployment until they are gone. What is written from now on keeps to the keys.
 */
export const tolerateOrphans = (): void => {
  const { deploy } = cds as unknown as { deploy: Deploy }
  if (changed.has(deploy)) return
  changed.add(deploy)
  const { schema } = deploy
  deploy.schema = async (deployment, model, options) => {
    if (deployment.kind !== 'postgres' || options.dry) return schema(deployment, model, options)
    const run = (query: unknown, ...rest: unknown[]): Promise<unknown> =>
      deployment.run(Array.isArray(query) ? query.map(forNewRows) : query, ...rest)
    const result = await schema(Object.create(deployment, { run: { value: run } }) as Deployment, model, options)
    await check(deployment)
    return result
  }
}

const check = async (deployment: Deployment): Promise<void> => {
  const keys = (await deployment.run(UNCHECKED)) as Unchecked[]
  // To look through a large table takes longer than a request may.
  if (keys.length > 0) await deployment.run('SET LOCAL statement_timeout = 0')
  for (const { name, child, parent, columns, count } of keys) {
    const [row] = (await deployment.run(count)) as { n: unknown }[]
    const orphans = Number(row?.n)
    if (orphans === 0) await deployment.run(`ALTER TABLE ${child} VALIDATE CONSTRAINT ${name}`)
    else
      cds.log('deploy').warn(
        `${String(orphans)} rows of ${child} refer by ${columns} to rows of ${parent} that are not there: they stay as they are, new ones are refused`, // prettier-ignore
      )
  }
}
