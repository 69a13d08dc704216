/** What the data service tells about the served model: one list for its metadata and for its live rows. */
import cds from '@sap/cds'

/** One column of an entity as /Entities_columns shows it. */
export interface Column {
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
