import { parseArgs } from 'node:util'
import type { Database, Model } from './create-indexes.ts'

/** CAP, as far as its types do not know it. */
interface Cap {
  readonly plugins: Promise<unknown>
  readonly connect: { to(name: string): Promise<Connected> }
  load(models: string): Promise<object>
  minify(model: object): object
  readonly compile: { readonly for: { nodejs(model: object): Model } }
}

interface Connected extends Database {
  tx<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result>
  disconnect(): Promise<void>
}

const USAGE = `Usage: cds-indexes [create | drop] [--sql [--concurrently]]

  create          makes the indexes for associations that the application's database lacks (the default)
  drop            removes those that were made
  --sql           writes the statements, and changes nothing
  --concurrently  statements that let others write meanwhile, for PostgreSQL

The database is that of cds.requires.db; CDS_ENV chooses the profile.`

/**
 * Makes, drops or tells the indexes of the database of the application in this folder.
 *
 * @param write takes what was asked for, line by line.
 * @throws Error where the arguments or the database do not allow it.
 */
export const indexDatabase = async (given: readonly string[], write: (line: string) => void): Promise<void> => {
  const { verb, isSql, isConcurrent, isHelp } = read(given)
  if (isHelp) return write(USAGE)
  const cds = (await import('@sap/cds')).default as unknown as Cap
  const { dropStatements, missingStatements } = await import('./create-indexes.ts')
  await cds.plugins
  const model = cds.compile.for.nodejs(cds.minify(await cds.load('*')))
  const database = await cds.connect.to('db')
  try {
    const { kind } = database
    if (kind !== 'sqlite' && kind !== 'postgres')
      throw new Error(`Indexes are made on SQLite and PostgreSQL, not on ${String(kind)}`)
    if (isConcurrent && kind !== 'postgres') throw new Error('--concurrently is for PostgreSQL alone')
    const statementsOf = verb === 'drop' ? dropStatements : missingStatements
    const statements = await database.tx(async (transaction) => {
      const all = await statementsOf(transaction, model, { isConcurrent })
      const limits = kind === 'postgres' ? ['SET LOCAL statement_timeout = 0'] : []
      if (!isSql) for (const sql of [...limits, ...all]) await transaction.run(sql)
      return all
    })
    for (const sql of statements) write(`${sql};`)
    if (!isSql) write(`${String(statements.length)} indexes ${verb === 'drop' ? 'dropped' : 'created'}`)
  } finally {
    // A pool that stays open would keep the process.
    await database.disconnect()
  }
}

interface Arguments {
  readonly verb: string
  readonly isSql: boolean
  readonly isConcurrent: boolean
  readonly isHelp: boolean
}

/** @throws Error naming the argument that cannot be used. */
const read = (given: readonly string[]): Arguments => {
  const { values, positionals } = parseArgs({
    args: [...given],
    allowPositionals: true,
    options: {
      sql: { type: 'boolean', default: false },
      concurrently: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [verb = 'create', ...others] = positionals
  if (!['create', 'drop'].includes(verb) || others.length > 0)
    throw new Error(`Unknown argument: ${others[0] ?? verb}\n\n${USAGE}`)
  if (values.concurrently && !values.sql)
    throw new Error('--concurrently needs --sql: such statements run outside of transactions, by psql for example')
  return { verb, isSql: values.sql, isConcurrent: values.concurrently, isHelp: values.help }
}
