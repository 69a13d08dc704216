import { describeAccess } from './describe-access.ts'
import type { Answer, StructureTrial } from './protocol.ts'
import { inScratchDatabase } from './scratch-database.ts'
import { toSqlite } from './to-sqlite.ts'

/** Makes tables and views, and asks about them. */
export const tryStructure = ({ statements, questions }: StructureTrial): Answer<'tryStructure'> =>
  inScratchDatabase(statements.join('\n'), (scratch) => {
    for (const sql of statements) scratch.exec(sql)
    return questions.map(
      ({ sql, parameters }) => scratch.prepare(sql).all(...parameters.map(toSqlite)) as Answer<'tryStructure'>[number],
    )
  })

/** What needs no database but one that is empty. */
export const scratchRequests = { describeAccess, tryStructure }
