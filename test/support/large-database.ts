/** A SQLite file with the structure of this project and many rows, made by SQL. */
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { ROOT, runCommand } from './server-process.ts'

/** How a server is told to use a file. */
export const onFile = (file: string, config: object = {}): Record<string, string> => ({
  CDS_ENV: 'sqlite',
  CDS_CONFIG: JSON.stringify({ requires: { db: { credentials: { url: file } } }, ...config }),
})

const id = (kind: number, number: string): string => `printf('${kind}0000000-0000-4000-8000-%012d', ${number})`

export const PERSON = '20000000-0000-4000-8000-000000000005'
export const FILM = '30000000-0000-4000-8000-000000000005'

/**
 * Makes the tables, and the rows that ship; then as many people, half of whom live on one planet, a tenth as many films,
 * and two links of each person.
 */
export const makeLargeDatabase = (file: string, people: number): void => {
  const deploy = join(ROOT, 'srv/platform/process/deploy-database.ts')
  runCommand(`${process.execPath} ${deploy} --profile sqlite`, { env: onFile(file) })
  const database = new DatabaseSync(file)
  const numbers = (most: number): string =>
    `WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < ${most})`
  database.exec(`PRAGMA synchronous = OFF; PRAGMA cache_size = -65536; BEGIN;
    INSERT INTO saga_Planet (ID, name) ${numbers(people / 20)} SELECT ${id(1, 'i')}, 'Planet ' || i FROM s;
    INSERT INTO saga_People (ID, name, gender, homeworld_ID) ${numbers(people)}
      SELECT ${id(2, 'i')}, 'Person ' || (i * 7919 % ${people}), 'g' || (i % 5), 
        CASE WHEN i % 2 THEN ${id(1, '1')} ELSE ${id(1, `1 + i % ${people / 20}`)} END FROM s;
    INSERT INTO saga_Film (ID, title, episode_id) ${numbers(people / 10)} SELECT ${id(3, 'i')}, 'Film ' || i, i FROM s;
    INSERT INTO saga_Film2People (ID, film_ID, people_ID) ${numbers(2 * people)}
      SELECT ${id(4, 'i')}, ${id(3, '1 + (i - 1) / 20')}, ${id(2, `1 + i % ${people}`)} FROM s;
    CREATE INDEX IF NOT EXISTS of_people ON saga_Film2People (people_ID);
    CREATE INDEX IF NOT EXISTS of_homeworld ON saga_People (homeworld_ID);
    COMMIT; PRAGMA wal_checkpoint(TRUNCATE)`)
  database.close()
}
