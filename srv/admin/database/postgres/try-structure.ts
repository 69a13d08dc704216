import { undone } from '../../core/undone.ts'
import { plain, type Statement } from '../../core/values.ts'
import type { Row, WriteSession } from '../session.ts'

/**
 * Makes tables and views in the schema of temporary objects, so that no right is needed but `TEMPORARY`, asks about them, and has all of
 * that undone.
 *
 * @see https://www.postgresql.org/docs/current/runtime-config-client.html#GUC-SEARCH-PATH
 */
export const tryStructure = async (
  session: WriteSession,
  statements: readonly string[],
  questions: (schema: string) => readonly Statement[],
): Promise<Row[][]> =>
  undone(
    (work) => session.savepoint(work),
    async () => {
      await session.execute(plain('SET LOCAL search_path TO pg_temp'))
      for (const sql of statements) await session.execute(plain(sql))
      const [row] = await session.query(plain('SELECT nspname FROM pg_namespace WHERE oid = pg_my_temp_schema()'))
      const answers: Row[][] = []
      for (const question of questions(String(row?.['nspname']))) answers.push([...(await session.query(question))])
      return answers
    },
  )
