import { type Static, type TInteger, type TOptional, Type } from '@sinclair/typebox'

/** The longest time, in seconds, that a request may ask for. */
export const MAX_TIMEOUT_SECONDS = 600

/** Defaults of the limits. The contract leaves them open: see http/README.md, Limits. */
const LIMITS = {
  bodyBytes: 1_048_576,
  listLength: 1_000,
  listLengthMax: 10_000,
  exportRowsJson: 10_000,
  exportRowsJsonMax: 100_000,
  importFileBytes: 104_857_600,
  importFileBytesMax: 1_073_741_824,
  differences: 100,
  differencesMax: 10_000,
  fuzzyPairs: 1_000_000,
  fuzzyPairsMax: 10_000_000,
  lineageDepth: 5,
  lineageDepthMax: 20,
  lineageNodes: 500,
  lineageNodesMax: 5_000,
  timeBuckets: 1_000,
  timeBucketsMax: 100_000,
  /** All files of the files directory together. */
  filesBytes: 10_737_418_240,
  /** Ended operations that are remembered, and their results together. */
  operationsKept: 1_000,
  operationResultBytes: 67_108_864,
} as const
/** None of their own: time and roles bound a stream of rows. */
export const UNLIMITED = { exportRowsRaw: Infinity, exportRowsRawMax: Infinity } as const
export type LimitName = keyof typeof LIMITS | keyof typeof UNLIMITED

const closed = { additionalProperties: false }

const positive = (fallback: number, description?: string, maximum?: number): TInteger =>
  Type.Integer({
    minimum: 1,
    default: fallback,
    ...(maximum !== undefined && { maximum }),
    ...(description !== undefined && { description }),
  })

const optional = <Name extends string>(defaults: Readonly<Record<Name, number>>) =>
  Object.fromEntries(
    Object.entries<number>(defaults).map(([name, value]) => [name, Type.Optional(positive(value))]),
  ) as Record<Name, TOptional<TInteger>>

/** A role of the application, or several that each grant the same. */
const role = (name: string, grants: string) =>
  Type.Optional(
    Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })], {
      default: name,
      description: `Role or roles of the application that ${grants}`,
    }),
  )

const path = (fallback: string, description: string) =>
  Type.String({ pattern: '^(?:/[A-Za-z0-9_.-]+)+$', default: fallback, description })

/** All settings, as they stand under `cds.requires.dba`: checked when the API is mounted, and offered by editors. */
export const SETTINGS = Type.Object(
  {
    path: Type.Optional(path('/api/v1', 'Where the API is')),
    cockpit: Type.Optional(
      Type.Union([path('/cockpit', 'Where its pages are'), Type.Literal(false)], {
        default: '/cockpit',
        description: 'Where the pages for people are; false for none',
      }),
    ),
    roles: Type.Optional(
      Type.Object(
        {
          viewer: role('DbaViewer', 'may look at structure'),
          operator: role('DbaOperator', 'may read rows as well'),
          admin: role('DbaAdmin', 'may change data and structure as well'),
        },
        closed,
      ),
    ),
    // `cds watch` starts again at files that change, but not in this folder, which `cds init` tells git to leave alone.
    files: Type.Optional(
      Type.String({ minLength: 1, default: '_out/dba/import', description: 'The one directory of files for imports' }),
    ),
    fileStore: Type.Optional(
      Type.Union([Type.Literal('directory'), Type.Literal('database')], {
        default: 'directory',
        description: 'Whether files are in that directory, or in a PostgreSQL that server processes share',
      }),
    ),
    schemas: Type.Optional(
      Type.String({ minLength: 1, default: '_out/dba/schemas', description: 'Directory of cloned schemas of SQLite' }),
    ),
    allowedSchemas: Type.Optional(
      Type.Union([Type.Array(Type.String()), Type.Null()], {
        default: null,
        description:
          "Schemas open to operations, or patterns with * and ?, the default first; null for the application's own and its clones",
      }),
    ),
    query: Type.Optional(
      Type.Boolean({ description: 'Whether admins may run statements that read; in production not unless it is set' }),
    ),
    timeoutSeconds: Type.Optional(positive(60, 'For an operation that names no time of its own', MAX_TIMEOUT_SECONDS)),
    rateLimit: Type.Optional(
      Type.Object(
        {
          requests: Type.Optional(positive(300, 'Of one user, in a window')),
          requestsPerAddress: Type.Optional(
            Type.Integer({
              minimum: 1,
              description: 'Of one network before it is known who asks; as many as of a user',
            }),
          ),
          windowSeconds: Type.Optional(positive(60)),
        },
        closed,
      ),
    ),
    trustProxy: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0 }), Type.Array(Type.String(), { minItems: 1 }), Type.Literal(false)], {
        description: 'Proxies whose X-Forwarded-For is believed: how many, or their addresses; else as the server does',
      }),
    ),
    heavy: Type.Optional(
      Type.Object(
        {
          perCaller: Type.Optional(positive(2, 'Heavy operations of one user at a time')),
          total: Type.Optional(positive(4, 'Heavy operations at a time')),
          lostAfterSeconds: Type.Optional(positive(15, 'When the work of a process counts as lost that is silent')),
        },
        closed,
      ),
    ),
    limits: Type.Optional(
      Type.Object(
        {
          ...optional(LIMITS),
          exportRowsRaw: Type.Optional(Type.Integer({ minimum: 1 })),
          exportRowsRawMax: Type.Optional(Type.Integer({ minimum: 1 })),
        },
        closed,
      ),
    ),
  },
  { ...closed, description: 'Administration of the database: a REST API and its cockpit' },
)

export type Settings = Static<typeof SETTINGS>
