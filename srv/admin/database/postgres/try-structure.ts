import { plain, type Statement } from '../../core/values.ts'
import type { Row, WriteSession } from '../session.ts'

/** Has a savepoint undo what has succeeded. */
class Undone extends Error {}

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
): Promise<Row[][]> => {
  const answers: Row[][] = []
  await session
    .savepoint(async () => {
      await session.execute(plain('SET LOCAL search_path TO pg_temp'))
      for (const sql of statements) await session.execute(plain(sql))
      const [row] = await session.query(plain('SELECT nspname FROM pg_namespace WHERE oid = pg_my_temp_schema()'))
      for (const question of questions(String(row?.['nspname']))) answers.push([...(await session.query(question))])
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return answers
}
