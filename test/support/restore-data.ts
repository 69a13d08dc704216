/**
 * Lets a server that tests borrow put its data back: `node --import test/support/restore-data.ts`. Its parent is told the URL once
 * it listens, asks for the data that shipped, or for tables without rows, and is told when they are there.
 */
import process from 'node:process'
import cds from '@sap/cds'

/** What the parent asks for. */
export type Wanted = 'filled' | 'empty'

interface Run {
  run(sql: string): Promise<{ name: string }[]>
}

/** The tables of the model; those by which processes agree stay as they are. */
const OF_MODEL = /^(?:saga|draft)/i
/** What `empty` leaves: the rows are made of the model. */
const OF_STRUCTURE = /^saga_Entities/i
const LIST = {
  sqlite: `SELECT name FROM sqlite_master WHERE type = 'table'`,
  postgres: `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`,
}
/** Copies are kept where the server does not look. */
const MAKE_KEPT = { sqlite: `ATTACH ':memory:' AS kept`, postgres: 'CREATE SCHEMA kept' }

interface Database {
  readonly kind: string
  tx<T>(work: (tx: Run) => Promise<T>): Promise<T>
}

const database = (): Database => cds.db
const quote = (name: string): string => `"${name}"`

let tables: string[] = []

async function keep(): Promise<void> {
  const engine = database().kind === 'postgres' ? 'postgres' : 'sqlite'
  await database().tx(async (tx) => {
    const all = await tx.run(LIST[engine])
    tables = all.map(({ name }) => name).filter((name) => OF_MODEL.test(name))
    await tx.run(MAKE_KEPT[engine])
    for (const table of tables.map(quote)) await tx.run(`CREATE TABLE kept.${table} AS SELECT * FROM ${table}`)
  })
}

const restore = (wanted: Wanted): Promise<void> =>
  database().tx(async (tx) => {
    for (const table of tables) {
      await tx.run(`DELETE FROM ${quote(table)}`)
      if (wanted === 'filled' || OF_STRUCTURE.test(table))
        await tx.run(`INSERT INTO ${quote(table)} SELECT * FROM kept.${quote(table)}`)
    }
  })

/** The parent reads what a server wrote before it ended; CAP would keep it running. */
const fail = (error: unknown): void => {
  process.stderr.write(`${String(error)}\n`, () => process.exit(1))
}

// Those who kept it for all tests are gone, and so are their databases.
process.once('disconnect', () => process.exit())
cds.once('listening', ({ url }: { url: string }) => {
  keep().then(() => process.send?.({ url }), fail)
})
process.on('message', (wanted: Wanted) => {
  restore(wanted).then(() => process.send?.({ wanted }), fail)
})
