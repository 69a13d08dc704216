import { CatalogNames } from '../../../srv/admin/catalog/names.ts'
import { openHana } from '../../../srv/admin/database/hana/database.ts'
import type { Database } from '../../../srv/admin/database/session.ts'
import { hanaDialect } from '../../../srv/admin/dialects/hana/dialect.ts'
import { OWN_ROUTES, ROUTES } from '../../../srv/admin/http/routes.ts'
import {
  type JsonObject,
  type Names,
  type OperationContext,
  type SchemaRegister,
  StreamedResult,
} from '../../../srv/admin/operations/operation.ts'
import { contextFor } from '../operation-context.ts'
import { fillFilms } from './film-system.ts'
import { HanaDouble } from './hana-double.ts'
import { NEXT } from './operation-requests.ts'
import type { SystemOptions } from './hana-system.ts'

/** Files that imports read. */
const FILES: Readonly<Record<string, string>> = {
  'films.csv':
    'ID,TITLE,EPISODE,RATING,SEEN,IS_CANON\n11,Rogue One,,7.8,2024-03-01T10:00:00Z,true\n12,Solo,,6.9,,false\n',
  'films.tsv': '13\tAndor\n',
  'films.json': '[{"ID": 14, "TITLE": "Ahsoka", "OPENING": "Long ago"}]',
  'films.ndjson': '{"ID": 15, "TITLE": "Rebels"}\n',
  'more-films.ndjson': '{"ID": 15, "TITLE": "Star Wars Rebels"}\n{"ID": 16, "TITLE": "Skeleton Crew"}\n',
  'orphans.csv': 'ID,TITLE,DIRECTOR_ID\n21,The Acolyte,99\n',
  'kinds.csv':
    'ID,FLAG,TINY,SMALL,BIG,EXACT,FLOATING,NAME,DAY,AT,SECOND,INSTANT,BYTES,LARGE_TEXT,LARGE_BYTES\n' +
    '1,true,1,2,3,4.5,6.5,Leia,2024-02-29,12:00:00,2024-02-29T12:00:00Z,2024-02-29T12:00:00Z,AQ==,Long ago,AQ==\n',
  'directors.csv': 'ID,NAME\n1,Gareth Edwards\n',
}

const openFile = (name: string) => {
  const content = Buffer.from(FILES[name] ?? '')
  const read = async function* () {
    yield await Promise.resolve(content)
  }
  return Promise.resolve({ sizeBytes: content.length, read, close: () => Promise.resolve() })
}

/** Runs an operation by its name, for an administrator. @returns its answer, a stream as text. */
export type RunOperation = (operation: string, input: object) => Promise<JsonObject | string>

export const operationRunner = (database: Database, names: Names): RunOperation => {
  const files = { open: openFile, create: () => Promise.resolve() } as OperationContext['files']
  const context = contextFor({ database, dialect: hanaDialect }, { role: 'admin', names, files })
  const withCursor = async (name: string, { cursor, ...input }: { readonly cursor?: string }): Promise<object> => {
    if (cursor !== NEXT) return { ...input, ...(cursor !== undefined && { cursor }) }
    const first = await run(name, input)
    return { ...input, cursor: typeof first === 'string' ? null : first['nextCursor'] }
  }
  const run: RunOperation = async (name, input) => {
    const route = [...ROUTES, ...OWN_ROUTES].find(({ path }) => path === `/${name}`)
    if (!route) throw new Error(`There is no operation ${name}`)
    const answer = await route.operation.run(context, { ...(await withCursor(name, input)) })
    if (!(answer instanceof StreamedResult)) return answer
    const parts: Buffer[] = []
    for await (const chunk of answer.chunks) parts.push(Buffer.from(chunk))
    const failure = answer.failure()
    if (failure) throw failure
    return Buffer.concat(parts).toString()
  }
  return run
}

/** A HANA with the schema of films, and a way to run operations on it. */
export const filmHana = (options: SystemOptions = {}): { double: HanaDouble; run: RunOperation } => {
  const double = new HanaDouble(options)
  fillFilms(double.system)
  const database = openHana({ host: 'h', port: 443, user: 'SAGA', password: 'p', schema: 'APP' }, double)
  const cloned: SchemaRegister = { has: () => false, add: () => Promise.resolve(), remove: () => Promise.resolve() }
  const names = new CatalogNames(hanaDialect, ['APP', 'OTHER', 'CLONE', 'CLONE_DRY', 'CLONE_EMPTY'], cloned)
  return { double, run: operationRunner(database, names) }
}
