import { deploy } from './deploy.ts'
import { type Postgres, startOwnPostgres } from './own-postgres.ts'
import { connectPostgres } from './postgres-client.ts'

/** The database that users find, and the one with the data that ships, of which it is a copy if they want it. */
const [USED, DEPLOYED] = ['postgres', 'deployed']

/** Everything in a server that is not as `initdb` leaves it, as statements that remove it. */
const LEFT = `
  SELECT format('SELECT pg_drop_replication_slot(%L)', slot_name) AS sql FROM pg_replication_slots
  UNION ALL SELECT format('DROP DATABASE %I WITH (FORCE)', datname) FROM pg_database
    WHERE datname NOT IN ('template0', 'template1', '${DEPLOYED}')`
const LEFT_ROLES = `
  SELECT format('DROP ROLE %I', rolname) AS sql FROM pg_roles WHERE rolname !~ '^pg_' AND rolname <> current_user
  UNION ALL SELECT 'ALTER ROLE CURRENT_USER RESET ALL'
  UNION ALL SELECT 'ALTER SYSTEM RESET ALL'
  UNION ALL SELECT 'SELECT pg_reload_conf() AS sql'`

/** Nothing happens by itself: statistics are those of the statements that a test has sent. */
const SETTINGS = { autovacuum_naptime: '1d' }

/** A server between its users. */
interface Member {
  readonly server: Postgres
  isDeployed: boolean
}

type Run = (sql: string) => Promise<string[]>

/** Lets work run statements past the database that users find; those that answer anything answer with statements. */
async function administer({ server }: Member, work: (run: Run) => Promise<unknown>): Promise<void> {
  const client = await connectPostgres({ ...server.credentials, database: 'template1' })
  const run: Run = async (sql) => (await client.query(sql)).rows.map((row) => String(row['sql']))
  await work(run).finally(() => client.end())
}

/** Makes a server as it was when it was new. */
const clean = (member: Member): Promise<void> =>
  administer(member, async (run) => {
    for (const sql of await run(LEFT)) await run(sql)
    for (const sql of await run(LEFT_ROLES)) await run(sql)
  })

/** Deploys the data that ships to a database for copies. */
async function makeDeployed(member: Member): Promise<void> {
  await administer(member, (run) => run(`CREATE DATABASE ${DEPLOYED} TEMPLATE template0`))
  const { port, password } = member.server.credentials
  await deploy('pg', {
    CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port),
    CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password,
    CDS_REQUIRES_DB_CREDENTIALS_DATABASE: DEPLOYED,
  })
  member.isDeployed = true
}

/**
 * PostgreSQL servers that are started once and lent to one user after the other, each as if it were new: cleaning takes a tenth
 * of the time of starting. As nobody shares one, users may make roles, end all connections, or take it down.
 */
export class PostgresPool {
  readonly #free: Promise<Member | undefined>[] = []
  readonly #lent = new Map<number, Member>()
  readonly #stopped = new Map<number, () => Promise<void>>()

  /** @param isDeployed whether the database has the data that ships; otherwise it is empty. */
  async lend(isDeployed: boolean): Promise<Postgres['credentials']> {
    const member = (await this.#free.shift()) ?? {
      server: await startOwnPostgres({ settings: SETTINGS }),
      isDeployed: false,
    }
    this.#lent.set(member.server.credentials.port, member)
    if (isDeployed && !member.isDeployed) await makeDeployed(member)
    await administer(member, async (run) => {
      await run(`DROP DATABASE IF EXISTS ${USED}`)
      await run(`CREATE DATABASE ${USED} TEMPLATE ${isDeployed ? DEPLOYED : 'template0'}`)
    })
    return member.server.credentials
  }

  /** Takes a server down as an outage or a fault would. */
  async end(port: number, how: 'interrupt' | 'kill'): Promise<void> {
    this.#stopped.set(port, await this.#lent.get(port)!.server[how]())
  }

  async startAgain(port: number): Promise<void> {
    await this.#stopped.get(port)?.()
    this.#stopped.delete(port)
  }

  /** Cleans in the background; a server that does not get clean is not lent again. */
  takeBack(port: number): void {
    const member = this.#lent.get(port)
    if (!member) return
    this.#lent.delete(port)
    const discard = async (): Promise<undefined> => {
      await member.server.stop()
      return undefined
    }
    const cleaned = this.#stopped.delete(port) ? discard() : clean(member).then(() => member, discard)
    this.#free.push(cleaned)
  }

  async stop(): Promise<void> {
    const free = await Promise.all(this.#free)
    const members = [...free, ...this.#lent.values()].filter((member) => member !== undefined)
    await Promise.all(members.map(({ server }) => server.stop()))
  }
}
