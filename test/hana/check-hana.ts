import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openHana } from '../../srv/admin/database/hana/database.ts'
import type { HanaCredentials, Driver } from '../../srv/admin/database/hana/driver.ts'
import type { Database } from '../../srv/admin/database/session.ts'
import { hanaDialect } from '../../srv/admin/dialects/hana/dialect.ts'
import { mayMakeSchema } from '../../srv/admin/dialects/hana/structure/clone.ts'
import { checkContainer } from './check-container.ts'
import { checkDeployedOdata, checkOdata } from './check-odata.ts'
import { type Line, lineOf, messageOf, trial } from './check-lines.ts'
import { askOperations } from './operations.ts'
import { cleanUp, fill, type Names, namesFor, patient, structure } from './own-schema.ts'
import { prepareAll } from './prepare-all.ts'
import { type Attempt, recordingDriver } from './recording-driver.ts'
import { statementsOf } from './statements.ts'
import { stoppable } from './stoppable.ts'
import { TRIALS } from './trials.ts'

/**
 * Tries on a HANA all that the administration API does with one, and what OData asks of it. Where the user may make schemas, in schemas of its own that
 * are dropped in the end: every statement is prepared, every operation asked in every way, and what holds them together
 * is tried. Elsewhere all that needs none, as `checkContainer` tells.
 *
 * @param signal ends the check early; what was made is dropped all the same.
 */
export async function* checkHana(
  driver: Driver,
  given: HanaCredentials,
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<Line> {
  const { schema: _, ...credentials } = given
  const names = namesFor(randomBytes(3).toString('hex').toUpperCase())
  const plain = openHana(credentials, driver)
  try {
    let product = ''
    const connecting = await trial('connects', async () => {
      product = await productOf(plain)
    })
    yield { ...connecting, text: `connects ${product}`.trim() }
    if (connecting.problem !== null) return
    if (!(await mayMake(plain))) {
      yield { kind: 'trial', text: 'has no CREATE SCHEMA: tries what needs no schema of its own', problem: null }
      yield* checkInContainer(driver, given, signal)
      return
    }
    const making = await trial('makes schemas of its own', () => make(plain, names))
    yield making
    let dropping: Line
    try {
      if (making.problem === null) {
        yield* checkWithin(driver, credentials, names, signal)
        if (!signal.aborted) yield* checkOdata(driver, { ...credentials, schema: names.ODATA }, signal)
      }
    } catch (error) {
      yield { kind: 'trial', text: 'goes on to the end', problem: messageOf(error) }
    } finally {
      dropping = await trial('drops them', () => drop(plain, names)) // also when nobody wants to know more
    }
    yield dropping
  } finally {
    await plain.close()
  }
}

async function* checkInContainer(
  driver: Driver,
  credentials: HanaCredentials,
  signal: AbortSignal,
): AsyncGenerator<Line> {
  const database = openHana(credentials, driver)
  try {
    yield* checkContainer(driver, credentials, stoppable(database, signal), signal)
  } finally {
    await database.close()
  }
  if (!signal.aborted) yield* checkDeployedOdata(driver, credentials, signal)
}

/** Asks the catalog, as the user of a container lacks the right; who cannot be asked tries. */
const mayMake = async (database: Database): Promise<boolean> => {
  const [row] = await database.read(patient(), (session) => session.query(mayMakeSchema)).catch(() => [])
  return row === undefined || Number(row['granted']) > 0
}

const TRIES = 10
const PAUSE_MS = 1_000

/** A connection that was lost comes back, or the schemas are told. */
const drop = async (database: Database, names: Names): Promise<void> => {
  for (let tries = 1; ; tries++)
    try {
      await cleanUp(database, names)
      return
    } catch (error) {
      if (tries < TRIES) await sleep(PAUSE_MS)
      else
        throw new Error(`type DROP SCHEMA "…" CASCADE for each of ${Object.values(names).join(', ')}`, { cause: error })
    }
}

/** Such as `to SAP HANA Cloud 4.00.000.00.1700000000`. */
const productOf = async (database: Database): Promise<string> => {
  const { databaseInfo } = hanaDialect.catalog
  const [row] = await database.read(patient(), (session) => session.query(databaseInfo.statement()))
  const { platform, version } = databaseInfo.item(row ?? {})
  return `to ${platform} ${version}`
}

const make = async (database: Database, names: Names): Promise<void> => {
  for (const sql of structure(names))
    await database.write(patient(), (session) => session.execute({ sql, parameters: [] }))
}

async function* checkWithin(
  driver: Driver,
  credentials: HanaCredentials,
  names: Names,
  signal: AbortSignal,
): AsyncGenerator<Line> {
  const attempts: Attempt[] = []
  const recording = recordingDriver(driver, (attempt) => void attempts.push(attempt))
  const own = openHana({ ...credentials, schema: names.APP }, recording)
  const database = stoppable(own, signal)
  try {
    yield await trial('fills tables', () => fill(database, names))
    const statements = await statementsOf(names)
    for await (const attempt of prepareAll(driver, credentials, names.APP, statements, signal))
      yield lineOf('prepared', attempt)
    attempts.length = 0
    for await (const { operation, input, problem } of askOperations(database, names)) {
      if (signal.aborted) return
      yield { kind: 'operation', text: `${operation} ${JSON.stringify(input)}`, problem }
      // What an operation can do without it is free to try.
      for (const attempt of attempts.splice(0))
        if (attempt.error === null || problem !== null) yield lineOf('run', attempt)
    }
    for (const { name, run } of TRIALS) if (!signal.aborted) yield await trial(name, () => run(database, names))
    const cancelling = attempts.filter(({ sql }) => sql.startsWith('ALTER SYSTEM'))
    for (const attempt of cancelling) yield lineOf('run', attempt)
  } finally {
    await own.close()
  }
}
