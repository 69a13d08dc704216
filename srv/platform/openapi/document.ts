/** The parts of an OpenAPI 3.0 document that this folder reads or writes; everything else passes through untouched. */

export type Method = 'get' | 'post' | 'patch' | 'put' | 'delete'

export interface Schema {
  description?: string
  type?: string
  default?: unknown
  enum?: string[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  description?: string
  required?: boolean
  schema?: Schema
}

export interface Reference {
  $ref: string
}

export interface Media {
  schema: Schema | Reference
  example?: unknown
}

export interface Response {
  description: string
  content?: Record<string, Media>
}

export interface Operation {
  summary?: string
  description?: string
  parameters?: (Parameter | Reference)[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Response | Reference>
}

export type PathItem = Partial<Record<Method, Operation>> & { parameters?: (Parameter | Reference)[] }

export interface OpenApiDocument {
  openapi: string
  info: { title: string; description: string; version: string }
  'x-sap-shortText': string
  servers: { url: string }[]
  security?: Record<string, string[]>[]
  paths: Record<string, PathItem>
  components: { schemas: Record<string, Schema>; securitySchemes?: Record<string, object> }
}

/** One documented service: its CDS name, its path segment under /odata/v4/, and what a reader should know first. */
export interface DocumentedService {
  readonly name: string
  readonly segment: string
  readonly title: string
  readonly description: string
}

const CONVENTIONS = `
Follows OData 4.0, and 4.01 for those who send \`OData-MaxVersion: 4.01\`; \`$metadata\` has the model. Counts come as both \`@count\` and \`@odata.count\`.
A PATCH answers 204 unless \`Prefer: return=representation\` asks for the entity.
Credentials, Basic or Bearer, are needed where this server is run closed; a development server is open.`

/** The services that have a document, in the order in which the page lists them. */
export const SERVICES: readonly DocumentedService[] = [
  {
    name: 'SagaFilm',
    segment: 'SagaFilm',
    title: 'Films (SagaFilm)',
    description: `The films of the saga, and who and what appears in them.

Films are edited through drafts: POST creates a draft (an active film if \`IsActiveEntity\` is true), \`draftActivate\` publishes it,
\`draftEdit\` opens a draft of an active film, DELETE of the draft discards it. A key without \`IsActiveEntity\` means the draft;
the boolean may also be written as a quoted literal. Characters, planets, starships, vehicles and species of a film are changed through their film.
${CONVENTIONS}`,
  },
  {
    name: 'SagaEpisode',
    segment: 'SagaEpisode',
    title: 'Shows and episodes (SagaEpisode)',
    description: `The shows, their episodes, and who and what appears in each. Read-only.
${CONVENTIONS}`,
  },
  {
    name: 'DataService',
    segment: '-data',
    title: 'Data and metadata (-data)',
    description: `Generic records by column name, and the metadata of entities: rows of one's own, which can be written, and rows that
mirror the served model, which cannot.
${CONVENTIONS}`,
  },
]
