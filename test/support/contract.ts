/** The tables of the source documents for the OData services, as data: paths as an OpenAPI document writes them. */

export type Method = 'get' | 'post' | 'patch' | 'delete'

/** Method, path, success status, and the entity whose query options apply: `Film[]` for a collection, `Film` for one. */
export type Row = readonly [method: Method, path: string, status: number, options?: string]

const FK = '/Film(ID={ID},IsActiveEntity={IsActiveEntity})'
const PERSON = '/People({ID})'

export const FILM_ROWS: readonly Row[] = [
  ['get', '/Film', 200, 'Film[]'],
  ['post', '/Film', 201],
  ['get', FK, 200, 'Film'],
  ['patch', FK, 204],
  ['delete', FK, 204],
  ['get', `${FK}/DraftAdministrativeData`, 200, 'DraftAdministrativeData'],
  ['patch', `${FK}/DraftAdministrativeData`, 204],
  ['delete', `${FK}/DraftAdministrativeData`, 204],
  ['post', `${FK}/SagaFilm.draftPrepare`, 200],
  ['get', `${FK}/characters`, 200, 'Film2People[]'],
  ['get', `${FK}/planets`, 200, 'Film2Planets[]'],
  ['get', `${FK}/species`, 200, 'Film2Species[]'],
  ['get', `${FK}/starships`, 200, 'Film2Starships[]'],
  ['get', `${FK}/vehicles`, 200, 'Film2Vehicles[]'],
  ['post', `${FK}/characters`, 201],
  ['post', `${FK}/planets`, 201],
  ['post', `${FK}/species`, 201],
  ['post', `${FK}/starships`, 201],
  ['get', '/directors', 200, 'directors[]'],
  ['get', "/directors('{director}')", 200, 'directors'],
  ['get', '/producers', 200, 'producers[]'],
  ['get', "/producers('{producer}')", 200, 'producers'],
  ['get', '/People', 200, 'People[]'],
  ['get', PERSON, 200, 'People'],
  ['get', `${PERSON}/films`, 200, 'Film2People[]'],
  ['get', `${PERSON}/homeworld`, 200, 'Planet'],
  ['get', `${PERSON}/species`, 200, 'Species2People[]'],
  ['get', `${PERSON}/starships`, 200, 'Starship2Pilot[]'],
  ['get', `${PERSON}/vehicles`, 200, 'Vehicle2Pilot[]'],
  ['get', '/Planet', 200, 'Planet[]'],
]

export const EPISODE_ROWS: readonly Row[] = [
  ['get', '/Shows', 200],
  ['get', '/Episodes', 200],
  ['get', '/Episode2People', 200],
]

export const DATA_ROWS: readonly Row[] = [
  ['get', '/Data', 200, 'Data[]'],
  ['post', '/Data', 201],
  ['get', "/Data('{dummy}')", 200, 'Data'],
  ['patch', "/Data('{dummy}')", 204],
  ['delete', "/Data('{dummy}')", 204],
  ['get', '/Entities', 200, 'Entities[]'],
  ['post', '/Entities', 201],
  ['get', "/Entities('{name}')", 200, 'Entities'],
  ['patch', "/Entities('{name}')", 204],
  ['delete', "/Entities('{name}')", 204],
  ['get', "/Entities('{name}')/columns", 200, 'Entities_columns[]'],
  ['post', "/Entities('{name}')/columns", 201],
  ['get', '/Entities_columns', 200, 'Entities_columns[]'],
  ['post', '/Entities_columns', 201],
  ['get', "/Entities_columns('{up__name}')/up_", 200, 'Entities'],
  ['post', '/$batch', 200],
]

/** What `$select` offers, what `$orderby` offers (each also with ` desc`) where that differs, and what `$expand` offers. */
export interface Options {
  readonly select: readonly string[]
  readonly orderby?: readonly string[]
  readonly expand?: readonly string[]
}

const AUDIT = ['createdAt', 'createdBy', 'modifiedAt', 'modifiedBy']
const DRAFT = ['IsActiveEntity', 'HasActiveEntity', 'HasDraftEntity']
const DRAFT_LINKS = ['DraftAdministrativeData', 'SiblingEntity']

const filmLink = (target: string): Options => ({
  select: ['ID', 'film_ID', `${target}_ID`, ...DRAFT],
  expand: ['*', 'film', target, ...DRAFT_LINKS],
})

const personLink = (one: string, other: string): Options => ({
  select: ['ID', `${one}_ID`, `${other}_ID`],
  expand: ['*', one, other],
})

export const OPTIONS: Readonly<Record<string, Options>> = {
  Film: {
    select: [
      ...['ID', ...AUDIT, 'title', 'episode_id', 'opening_crawl', 'director', 'producer', 'release_date'],
      ...DRAFT,
    ],
    expand: ['*', 'characters', 'planets', 'starships', 'vehicles', 'species', ...DRAFT_LINKS],
  },
  Film2People: filmLink('people'),
  Film2Planets: filmLink('planet'),
  Film2Species: filmLink('specie'),
  Film2Starships: filmLink('starship'),
  Film2Vehicles: filmLink('vehicle'),
  DraftAdministrativeData: {
    select: [
      ...['DraftUUID', 'CreationDateTime', 'CreatedByUser', 'DraftIsCreatedByMe', 'LastChangeDateTime'],
      ...['LastChangedByUser', 'InProcessByUser', 'DraftIsProcessedByMe'],
    ],
  },
  directors: { select: ['director'] },
  producers: { select: ['producer'] },
  People: {
    select: [
      ...['ID', ...AUDIT, 'name', 'height', 'mass', 'hair_color', 'skin_color', 'eye_color', 'birth_year', 'gender'],
      ...['scoundrel', 'homeworld_ID'],
    ],
    expand: ['*', 'homeworld', 'films', 'species', 'vehicles', 'starships'],
  },
  Planet: {
    select: [
      ...['ID', ...AUDIT, 'name', 'diameter', 'rotation_period', 'orbital_period', 'gravity', 'population', 'climate'],
      ...['terrain', 'surface_water'],
    ],
    expand: ['*', 'films', 'residents'],
  },
  Species2People: personLink('species', 'people'),
  Starship2Pilot: personLink('starship', 'pilot'),
  Vehicle2Pilot: personLink('vehicle', 'pilot'),
  Data: { select: ['dummy', 'record'], orderby: ['dummy', 'record/column', 'record/data'] },
  Entities: { select: ['name'], expand: ['*', 'columns'] },
  Entities_columns: { select: ['up__name', 'name', 'type', 'isKey'], expand: ['*', 'up_'] },
}

/** The fields that a body must have, by the entity that it creates. */
export const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  Data: ['dummy'],
  Entities: ['name'],
  Entities_columns: ['up__name'],
}

/** Names beyond the source documents that our services offer too: the messages of a draft. */
export const OWN_PROPERTIES = ['DraftMessages']
