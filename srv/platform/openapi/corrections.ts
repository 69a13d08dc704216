/**
 * Where the generated documents say something else than the services do. The generator sees the model alone; it cannot know
 * what drafts, the source documents and this project's adapter make of it.
 */
import type { Method, Operation, Parameter } from './document.ts'

/** Operations that the generator derives from the model and the service refuses. */
export const REFUSED: readonly { path: RegExp; methods: readonly Method[]; because: string }[] = [
  { path: /^\/Film2\w+$/, methods: ['post'], because: 'a link is added through its film' },
  { path: /^\/Film2\w+\([^)]+\)$/, methods: ['patch', 'delete'], because: 'a link is changed through its film' },
  {
    path: /^\/Film2\w+\([^)]+\)\/DraftAdministrativeData$/,
    methods: ['patch', 'delete'],
    because: 'the draft is the film’s',
  },
  {
    path: /^\/Film2\w+\([^)]+\)\/SagaFilm\.draftPrepare$/,
    methods: ['post'],
    because: 'a film is prepared as a whole',
  },
  { path: /^\/\w+\([^)]+\)\/films$/, methods: ['post'], because: 'a link is added through its film' },
]

/** Paths that the services answer beside those of the model: an operation under another path, with other path parameters. */
export const ALIASES: readonly { path: string; of: string; method: Method; omit: string }[] = [
  {
    path: "/Entities_columns('{up__name}')/up_",
    of: "/Entities_columns(up__name='{up__name}',name='{name}')/up_",
    method: 'get',
    omit: 'name',
  },
]

const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  description: 'The `@odata.etag` as read: the request fails with 412 where the film has changed since. Not asked for.',
  schema: { type: 'string' },
}

/** Parameters that the model does not show. */
export const PARAMETERS: readonly { path: RegExp; method: Method; parameter: Parameter }[] = [
  {
    path: /./,
    method: 'patch',
    parameter: {
      name: 'Prefer',
      in: 'header',
      description: '`return=representation` answers 200 with the changed entity in place of 204.',
      schema: { type: 'string', enum: ['return=minimal', 'return=representation'] },
    },
  },
  { path: /^\/Film\([^)]+\)$/, method: 'patch', parameter: IF_MATCH },
  { path: /^\/Film\([^)]+\)$/, method: 'delete', parameter: IF_MATCH },
  {
    path: /^\/Data$/,
    method: 'get',
    parameter: {
      name: 'entity',
      in: 'query',
      description:
        'An extension of this project: the live rows of the named entity in place of the stored records; needs the role operator.',
      schema: { type: 'string' },
    },
  },
]

/** Answers that the model does not show. */
export const RESPONSES: readonly { path: RegExp; method: Method; status: string; description: string }[] = [
  {
    path: /\/(DraftAdministrativeData|SiblingEntity|homeworld)$/,
    method: 'get',
    status: '204',
    description: 'There is none',
  },
  { path: /./, method: 'patch', status: '200', description: 'The changed entity, when `Prefer` asks for it' },
]

/** Bodies that create a draft, or something inside one: what the model calls mandatory is asked for at activation. */
export const DRAFT_CREATE_SCHEMAS = /\.Film(2\w+)?-create$/

/** What a body needs where that differs from the model: a column without a name gets the empty one. */
export const REQUIRED: Readonly<Record<string, string[]>> = { 'DataService.Entities_columns-create': ['up__name'] }

const JSON_BATCH = {
  requests: [{ id: '1', method: 'GET', url: 'Film?$top=1', headers: { accept: 'application/json' } }],
}

/** The JSON form of $batch, beside the multipart form that the generator knows. */
export const JSON_BATCH_CONTENT = {
  request: { schema: { type: 'object' }, example: JSON_BATCH },
  response: { schema: { type: 'object' }, example: { responses: [{ id: '1', status: 200, body: { value: [] } }] } },
} satisfies Record<string, NonNullable<Operation['requestBody']>['content'][string]>

export const SECURITY_SCHEMES = {
  basic: { type: 'http', scheme: 'basic' },
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
}

/** Either scheme, or none where the server is open. */
export const SECURITY: Record<string, string[]>[] = [{ basic: [] }, { bearer: [] }, {}]
