import * as t from './core/json-schema.ts'

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
  /** All files together that work in the background has written. */
  resultFilesBytes: 5_368_709_120,
  /** Ended operations that are remembered, and their results together. */
  operationsKept: 1_000,
  operationResultBytes: 67_108_864,
} as const
/** None of their own: time and roles bound a stream of rows. */
export const UNLIMITED = { exportRowsRaw: Infinity, exportRowsRawMax: Infinity } as const
export type LimitName = keyof typeof LIMITS | keyof typeof UNLIMITED

const closed = { additionalProperties: false }

const positive = (fallback: number, description?: string, options: { readonly maximum?: number } = {}) =>
  t.integer(description, { minimum: 1, default: fallback, ...options })

const positives = <Name extends string>(defaults: Readonly<Record<Name, number>>) =>
  Object.fromEntries(Object.entries<number>(defaults).map(([name, value]) => [name, positive(value)])) as Record<
    Name,
    ReturnType<typeof positive>
  >

const filled = (description?: string, options: { readonly default?: string } = {}) =>
  t.string(description, { minLength: 1, ...options })

/** A role of the application, or several that each grant the same. */
const role = (name: string, grants: string) =>
  t.union(
    [filled(), t.array(filled(), undefined, { minItems: 1 })],
    `Role or roles of the application that ${grants}`,
    { default: name },
  )

const path = (fallback: string, description: string) =>
  t.string(description, { pattern: '^(?:/[A-Za-z0-9_.-]+)+$', default: fallback })

/** All settings, as they stand under `cds.requires.dba`: checked when the API is mounted, and offered by editors. */
export const SETTINGS = t.object(
  t.optionals({
    path: path('/api/v1', 'Where the API is'),
    cockpit: t.union(
      [path('/cockpit', 'Where its pages are'), t.literal(false)],
      'Where the pages for people are; false for none',
      { default: '/cockpit' },
    ),
    roles: t.object(
      t.optionals({
        viewer: role('DbaViewer', 'may look at structure'),
        operator: role('DbaOperator', 'may read rows as well'),
        admin: role('DbaAdmin', 'may change data and structure as well'),
      }),
      closed,
    ),
    // `cds watch` starts again at files that change, but not in this folder, which `cds init` tells git to leave alone.
    files: filled('The one directory of files for imports', { default: '_out/dba/import' }),
    fileStore: t.oneOf(
      ['directory', 'database'],
      'Whether files are in that directory, or in a PostgreSQL that server processes share',
      { default: 'directory' },
    ),
    schemas: filled('Directory of cloned schemas of SQLite', { default: '_out/dba/schemas' }),
    allowedSchemas: t.nullable(
      t.stringArray(),
      "Schemas open to operations, or patterns with * and ?, the default first; null for the application's own and its clones",
      { default: null },
    ),
    query: t.boolean('Whether admins may run statements that read; in production not unless it is set'),
    queryFunctions: t.stringArray(
      'Functions that these statements may call besides harmless ones of PostgreSQL itself: names, with schema or without, or patterns with * and ?',
      { default: [] },
    ),
    timeoutSeconds: positive(60, 'For an operation that names no time of its own', { maximum: MAX_TIMEOUT_SECONDS }),
    resultSeconds: positive(3_600, 'How long files are kept that work in the background has written', {
      maximum: 3_600,
    }),
    rateLimit: t.object(
      t.optionals({
        requests: positive(300, 'Of one user, in a window'),
        requestsPerAddress: t.integer('Of one network before it is known who asks; as many as of a user', {
          minimum: 1,
        }),
        windowSeconds: positive(60),
      }),
      closed,
    ),
    trustProxy: t.union(
      [t.integer(undefined, { minimum: 0 }), t.stringArray(undefined, { minItems: 1 }), t.literal(false)],
      'Proxies whose X-Forwarded-For is believed: how many, or their addresses; else as the server does',
    ),
    session: t.object(
      t.optionals({
        idleSeconds: positive(1_800, 'When the session of a browser ends that nobody uses'),
        totalSeconds: positive(43_200, 'When it ends at last'),
      }),
      closed,
    ),
    heavy: t.object(
      t.optionals({
        perCaller: positive(2, 'Heavy operations of one user at a time'),
        total: positive(4, 'Heavy operations at a time'),
        lostAfterSeconds: positive(15, 'When the work of a process counts as lost that is silent'),
      }),
      closed,
    ),
    limits: t.object(
      t.optionals({
        ...positives(LIMITS),
        ...t.all(t.integer(undefined, { minimum: 1 }), 'exportRowsRaw', 'exportRowsRawMax'),
      }),
      closed,
    ),
  }),
  { ...closed, description: 'Administration of the database: a REST API and its cockpit' },
)

export type Settings = t.Static<typeof SETTINGS>
