import { either, filled, flag, group, list, positive, text, whole } from './setting-schema.ts'

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

/** A role of the application, or several that each grant the same. */
const role = (name: string, grants: string) =>
  either([filled(), list(filled(), undefined, { minItems: 1 })], `Role or roles of the application that ${grants}`, {
    default: name,
  })

/** The one pattern that settings have. */
export const PATH = /^(?:[/][A-Za-z0-9_.-]+)+$/

const path = (fallback: string, description: string) => text(description, { pattern: PATH.source, default: fallback })

/** All settings, as they stand under `cds.requires.dba`: checked when the API is mounted, and offered by editors. */
export const SETTINGS = group(
  {
    enabled: flag(
      'Whether it is served: in development unless it is false, in production only if it is true, as with cds.requires.dba = true',
    ),
    path: path('/api/v1', 'Where the API is'),
    cockpit: either(
      [path('/cockpit', 'Where its pages are'), { type: 'boolean', const: false }],
      'Where the pages for people are; false for none',
      { default: '/cockpit' },
    ),
    roles: group({
      viewer: role('DbaViewer', 'may look at structure'),
      operator: role('DbaOperator', 'may read rows as well'),
      admin: role('DbaAdmin', 'may change data and structure as well'),
    }),
    // `cds watch` starts again at files that change, but not in this folder, which `cds init` tells git to leave alone.
    files: filled('The one directory of files for imports; cds watch does not look into _out', {
      default: '_out/dba/import',
    }),
    fileStore: either(
      [
        { type: 'string', const: 'directory' },
        { type: 'string', const: 'database' },
      ],
      'Whether files are in that directory, or in a PostgreSQL that instances share; the latter where shared is set',
    ),
    shared: flag(
      'Whether all instances of the application know jobs, files, sessions and limits together: on PostgreSQL, in a schema of its own',
    ),
    schemas: filled('Directory of cloned schemas of SQLite', { default: '_out/dba/schemas' }),
    checks: filled("Directory of the application's files of checks (YAML)", { default: 'checks' }),
    schedules: group({
      enabled: flag("Whether checks of files with 'every' are run by themselves; not unless dba-history is required"),
      model: filled('How often what the model says is checked by itself, such as 1 day; never unless it is set'),
      keepDays: whole(30, 'How long results are kept', { default: 90 }),
    }),
    webhook: group({
      url: filled('Told when the status of a scheduled check changes'),
      secret: filled('Signs what it is told, as Standard Webhooks do: whsec_ and a key in Base64'),
    }),
    allowedSchemas: either(
      [list(text()), { type: 'null' }],
      "Schemas open to operations, or patterns with * and ?, the default first; null for the application's own and its clones",
      { default: null },
    ),
    query: flag('Whether admins may run statements that read; in production not unless it is set'),
    queryFunctions: list(
      text(),
      'Functions that these statements may call besides harmless ones of PostgreSQL itself: names, with schema or without, or patterns with * and ?',
      { default: [] },
    ),
    mcp: group({
      enabled: flag('Whether agents may ask by the Model Context Protocol; in production not unless it is set'),
      write: flag('Whether they may run operations that write as well, as far as their roles allow it'),
      answerCharacters: whole(2_000, 'Characters of an answer at most; what is more is cut, which the answer tells', {
        default: 20_000,
      }),
    }),
    timeoutSeconds: positive(60, 'For an operation that names no time of its own', { maximum: MAX_TIMEOUT_SECONDS }),
    resultSeconds: positive(3_600, 'How long files are kept that work in the background has written', {
      maximum: 3_600,
    }),
    rateLimit: group({
      requests: positive(300, 'Of one user, in a window'),
      requestsPerAddress: whole(1, 'Of one network before it is known who asks; as many as of a user'),
      windowSeconds: positive(60, 'How long a window is'),
    }),
    trustProxy: either(
      [whole(0), list(text(), undefined, { minItems: 1 }), { type: 'boolean', const: false }],
      'Proxies whose X-Forwarded-For is believed: how many, or their addresses; else as the server does',
    ),
    session: group({
      idleSeconds: positive(1_800, 'When the session of a browser ends that nobody uses'),
      totalSeconds: positive(43_200, 'When it ends at last'),
    }),
    heavy: group({
      perCaller: positive(2, 'Heavy operations of one user at a time'),
      total: positive(4, 'Heavy operations at a time'),
      lostAfterSeconds: positive(15, 'When the work of a process counts as lost that is silent'),
    }),
    limits: group(
      {
        ...Object.fromEntries(Object.entries(LIMITS).map(([name, value]) => [name, positive(value)])),
        exportRowsRaw: whole(1),
        exportRowsRawMax: whole(1),
      },
      'Sizes and counts: names and defaults are under cds.schema of package.json',
    ),
  },
  'Administration of the database: a REST API and its cockpit',
)

type RoleNames = string | readonly string[]

/** Settings with their defaults filled in, but for those that depend on something else. */
export interface Settings {
  readonly enabled?: boolean
  readonly path: string
  readonly cockpit: string | false
  readonly roles: { readonly viewer: RoleNames; readonly operator: RoleNames; readonly admin: RoleNames }
  readonly files: string
  readonly fileStore?: 'directory' | 'database'
  readonly shared?: boolean
  readonly schemas: string
  readonly checks: string
  readonly schedules: { readonly enabled?: boolean; readonly model?: string; readonly keepDays: number }
  readonly webhook: { readonly url?: string; readonly secret?: string }
  readonly allowedSchemas: readonly string[] | null
  readonly query?: boolean
  readonly queryFunctions: readonly string[]
  readonly mcp: { readonly enabled?: boolean; readonly write?: boolean; readonly answerCharacters: number }
  readonly timeoutSeconds: number
  readonly resultSeconds: number
  readonly rateLimit: Record<'requests' | 'windowSeconds', number> & { readonly requestsPerAddress?: number }
  readonly trustProxy?: number | readonly string[] | false
  readonly session: { readonly idleSeconds: number; readonly totalSeconds: number }
  readonly heavy: { readonly perCaller: number; readonly total: number; readonly lostAfterSeconds: number }
  readonly limits: Readonly<Record<keyof typeof LIMITS, number>> & Partial<Record<keyof typeof UNLIMITED, number>>
}
