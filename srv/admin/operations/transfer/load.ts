import * as t from '../../core/json-schema.ts'
import { AdminError } from '../../errors.ts'
import type { Operation } from '../operation.ts'
import { openDump } from './load/open-dump.ts'
import { runLoad } from './load/run-load.ts'

const input = t.object({
  file: t.string('Name of a dump in the files directory'),
  schema: t.optional(
    t.string('Where the tables are or shall be: an existing one, by default that of the name of the dumped one'),
  ),
  dryRun: t.boolean('Does everything and undoes it', { default: false }),
})

const output = t.object({
  schema: t.string(),
  engine: t.string('That the dump is of'),
  createdAt: t.string('When it was dumped, by the clock of that database'),
  tables: t.arrayOf({ table: t.string(), created: t.boolean('It was not there before'), rows: t.integer() }),
  rows: t.integer('Of all tables'),
  verified: t.boolean(
    'Rows and checksums of all tables are those of the file, looked at before anything is committed; from another engine rows alone may be',
  ),
  notIncluded: t.arrayOf(t.strings('type', 'name', 'reason'), 'What the dump does not have of what was dumped'),
  lost: t.arrayOf(
    t.strings('type', 'name', 'reason'),
    'What was dumped and this engine does not have; nothing for a dump of the same engine',
  ),
  dryRun: t.boolean(),
  durationMs: t.integer(),
})

/**
 * Makes the tables of a dump that are not there and brings in the rows of all, in one transaction, which ends when the file has turned
 * out to be as it was written, and what is there then to be what the file has.
 *
 * @throws AdminError `FILE_NOT_FOUND`, `INVALID_FILE_CONTENT`, `TARGET_EXISTS` for tables with rows, `COLUMN_MISMATCH`,
 *   `CONSTRAINT_VIOLATION`, `IMPORT_REJECTED` where other rows are there than the file has. Nothing is changed then.
 * @see Ours: the contract has no such operation.
 */
export const load: Operation<typeof input> = {
  summary: 'Makes and fills the tables of a dump',
  input,
  output,
  isHeavy: true,
  run: async (context, { file, schema, dryRun }) => {
    const startedMs = performance.now()
    const { structure, platform } = context.dialect
    if (!structure.rebuild)
      throw new AdminError('NOT_SUPPORTED', `No statements are written of ${platform}, so that no dump of it is loaded`)
    const dump = await openDump(context, file)
    try {
      const { manifest } = dump
      const plan = await runLoad(context, dump, { schema, dryRun })
      return {
        schema: plan.schema,
        engine: manifest.engine,
        createdAt: manifest.createdAt,
        tables: plan.tables.map(({ table, partitions }) => ({
          ...{ table: table.name, created: !plan.existing.has(table.name) },
          rows: partitions.reduce((sum, { rows }) => sum + rows, table.rows),
        })),
        rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
        verified: plan.lost.every(({ type }) => type !== 'values'),
        notIncluded: manifest.notIncluded.map(({ type, name, reason }) => ({ type, name, reason })),
        lost: plan.lost.map(({ type, name, reason }) => ({ type, name, reason })),
        dryRun,
        durationMs: Math.round(performance.now() - startedMs),
      }
    } finally {
      await dump.close()
    }
  },
}
