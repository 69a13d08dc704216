import cds from '@sap/cds'

/** Keeps the rows that describe the served model: the same tables as the user's rows, so that every read is one query. */

const { DELETE, INSERT, SELECT } = cds.ql
const LOG = cds.log('data-service')

const ENTITIES = 'saga.Entities'
const COLUMNS = 'saga.Entities_columns'
const RETRY_MS = 30_000

const fingerprint = (columns: readonly Column[]): string =>
  JSON.stringify(columns.map(({ name, type, isKey }) => [name, type, isKey]).sort())

const storedModel = async (): Promise<Map<string, Column[]>> => {
  const rows = (await SELECT.from(COLUMNS)
    .columns('up__name', 'name', 'type', 'isKey')
    .where('up_.isModel = true')) as (Column & { up__name: string })[]
  const names = (await SELECT.from(ENTITIES).columns('name').where('isModel = true')) as { name: string }[]
  const columns = Map.groupBy(rows, (row) => row.up__name)
  return new Map(names.map(({ name }) => [name, columns.get(name) ?? []]))
}

/** Writes what differs between the model and its rows. A user's row keeps its name; the model's row is then left out. */
const writeDifference = async (): Promise<void> => {
  const stored = await storedModel()
  const served = servedModel()
  const isCurrent = (name: string): boolean => {
    const [columns, want] = [stored.get(name), served.get(name)]
    return !!columns && !!want && fingerprint(columns) === fingerprint(want)
  }
  const outdated = [...stored.keys()].filter((name) => !isCurrent(name))
  const missing = [...served.keys()].filter((name) => !isCurrent(name))
  if (outdated.length) {
    await DELETE.from(ENTITIES).where({ name: { in: outdated }, isModel: true })
  }
  if (!missing.length) return
  const taken = (await SELECT.from(ENTITIES)
    .columns('name')
    .where({ name: { in: missing } })) as { name: string }[]
  for (const { name } of taken)
    LOG.warn(`Entities('${name}') is a stored row; the served entity of that name is not listed`)
  const names = missing.filter((name) => !taken.some((row) => row.name === name))
  if (!names.length) return
  await INSERT.into(ENTITIES).entries(names.map((name) => ({ name, isModel: true })))
  const columns = names.flatMap((name) => (served.get(name) ?? []).map((column) => ({ up__name: name, ...column })))
  if (columns.length) await INSERT.into(COLUMNS).entries(columns)
}

let retry: NodeJS.Timeout | undefined
const cancelRetry = (): void => clearTimeout(retry)

/**
 * Brings the model's rows up to date, in one transaction. Never fails: when the database is not there or not deployed yet,
 * or another process writes the same rows at the same moment, it tries again later.
 */
export const mirrorModel = async (): Promise<void> => {
  cancelRetry()
  try {
    await cds.tx(writeDifference)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    LOG.warn(`The served model is not listed in /Entities yet: ${reason}`)
    retry = setTimeout(() => void mirrorModel(), RETRY_MS).unref()
    cds.once('shutdown', cancelRetry)
  }
}

/** What the data service tells about the served model: one list for its metadata and for its live rows. */

/** One column of an entity as /Entities_columns shows it. */
interface Column {
  name: string
  type: string
  isKey: boolean
}

/** The part of a linked CSN element that is read here. */
export interface Element {
  name: string
  type?: string
  items?: { type?: string }
  key?: boolean
  virtual?: boolean
  isAssociation?: boolean
  '@cds.api.ignore'?: boolean
}

/** The part of a linked CSN entity that is read here. */
export interface Entity {
  name: string
  kind: string
  elements: Record<string, Element>
}

/** Whose entities may be read as live rows: a service is added here by decision, never by being served. */
const SERVICES = ['SagaFilm', 'SagaEpisode', 'DataService'] as const
const DATABASE = 'saga'
/** CAP's own bookkeeping, which it adds to every service with drafts. */
const FRAMEWORK = /(^|\.)DraftAdministrativeData$/

const entitiesOf = (namespaces: readonly string[]): Entity[] =>
  Object.values(cds.model?.definitions ?? {})
    .map((definition) => definition as unknown as Entity)
    .filter(({ kind, name }) => kind === 'entity' && !FRAMEWORK.test(name))
    .filter(({ name }) => namespaces.some((namespace) => name.startsWith(`${namespace}.`)))

/** The elements that hold values of an active row: no associations, nothing of drafts, nothing hidden. */
export const storedElements = (entity: Entity): Element[] =>
  Object.values(entity.elements).filter(
    (element) => !element.isAssociation && !element.virtual && !element['@cds.api.ignore'],
  )

/** The columns of an entity; a collection has the type of its items. */
export const columnsOf = (entity: Entity): Column[] =>
  storedElements(entity).map(({ name, type, items, key }) => ({
    name,
    type: type ?? (items ? `array of ${items.type ?? 'cds.Map'}` : 'cds.Map'),
    isKey: key ?? false,
  }))

/** Every entity of the services and of the database, with its columns. */
export const servedModel = (): Map<string, Column[]> =>
  new Map(entitiesOf([...SERVICES, DATABASE]).map((entity) => [entity.name, columnsOf(entity)]))

/** The service entity of that name, when its rows may be read as generic records. */
export const liveEntity = (name: string): Entity | undefined =>
  entitiesOf(SERVICES).find((entity) => entity.name === name)
