/** The house keeps its order: what lies at the top, how files are named, how long they are, which have a test, and who looks up. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join, posix, resolve } from 'node:path'
import ts from 'typescript'

const root = resolve(__dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** All files below a folder, as paths from the root with `/`; none when there is no such folder. */
function filesIn(folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const isOurs = (path: string): boolean => !/\/(node_modules|dist|gen)\//.test(path)
  return paths.map((path) => path.slice(root.length + 1).replaceAll('\\', '/')).filter(isOurs)
}

const TOP_LEVEL = ['db', 'srv', 'app', 'test', 'deploy', 'package.json', 'tsconfig.json', 'mta.yaml', 'README.md']
const QUIET_TOP_LEVEL = [
  ...[
    '.cdsrc.json',
    '.env',
    '.git',
    '.gitignore',
    '.github',
    '.ci',
    'LICENSE',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'package-lock.json',
  ],
  ...['eslint.config.mjs', '.dependency-cruiser.cjs', '.prettierrc', '.prettierignore', '.editorconfig', '.npmrc'],
]

test('the top level holds the rooms and their papers, nothing else', () => {
  const ignored = read('.gitignore').split('\n').filter(Boolean)
  const isIgnored = (name: string): boolean =>
    ignored.some((line) => posix.matchesGlob(name, line.replace(/^\/|\/$/g, '')))
  const strangers = readdirSync(root).filter((name) => !isIgnored(name))
  expect(strangers.filter((name) => ![...TOP_LEVEL, ...QUIET_TOP_LEVEL].includes(name))).toEqual([])
})

const rooms = ['srv', 'db', 'test', 'app/cockpit']
const code = rooms.flatMap(filesIn).filter((file) => /\.(tsx?|js|cds)$/.test(file))

test('nothing in app/ is taken for pages that a bundler serves: `cds watch` would want its packages', () => {
  const configured = filesIn('app').filter((file) => /^app\/([^/]+\/)?vite\.config\.\w+$/.test(file))
  expect(configured).toEqual([])
})

test('files and folders are named in kebab-case', () => {
  const isKebab = (name: string): boolean => /^_?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*$/.test(name)
  expect(code.filter((file) => !file.split('/').every(isKebab))).toEqual([])
})

test('no source is over 200 lines, unless its header says why', () => {
  const isLong = (file: string): boolean => read(file).split('\n').length > 201
  const isExplained = (file: string): boolean => /^\/\*\*[^]*?200 lines[^]*?\*\//.test(read(file))
  expect(code.filter((file) => !file.startsWith('test/') && isLong(file) && !isExplained(file))).toEqual([])
})

/** Sources that hold logic and need no test of their own name, each with the reason; a slash at the end means a folder. */
const TESTED_ELSEWHERE: Record<string, string> = {
  'srv/admin/dialects/postgres/lineage.ts': 'data-lineage.test.ts asks the engine',
  'srv/admin/dialects/postgres/function-flows.ts': 'data-lineage.test.ts asks the engine',
  'srv/admin/dialects/postgres/view-flows.ts': 'data-lineage.test.ts asks the engine',
  'srv/admin/dialects/sqlite/lineage.ts': 'data-lineage.test.ts asks the engine',
  'srv/admin/dialects/sqlite/lineage-flows.ts': 'data-lineage.test.ts asks the engine',
  'srv/admin/dialects/sqlite/lineage-questions.ts': 'data-lineage.test.ts asks the engine',
  'srv/platform/readers/failures.ts': 'reader-pool.test.ts sees both codes, database-errors.test.ts what they mean',
  'srv/platform/readers/reader.ts': 'reader-pool.test.ts runs it',
  'srv/platform/readers/reading.ts': 'read-beside.test.ts reads alone, in batches, and leaves',
  'srv/platform/readers/worker.ts': 'reader-pool.test.ts runs it',
  'srv/server.ts': 'start.test.ts starts it in every way there is',
  'srv/platform/odata/api.ts': 'refuse-unreadable.test.ts, identify.test.ts and guard.test.ts are refused in its form',
  'srv/platform/odata/answers/collection-property.ts': 'adapter.test.ts counts the cells of records on both databases',
  'srv/platform/odata/semantics/conditions.ts':
    'adapter.test.ts sends conditions to what has no ETag, on both databases',
  'srv/platform/odata/semantics/exists-at.ts': 'adapter.test.ts asks for what does not exist, on both databases',
  'srv/platform/odata/paging/expanded-pages.ts':
    'adapter.test.ts follows the links of expanded collections on both databases',
  'srv/platform/odata/keys/fixed-resources.ts': 'adapter.test.ts tries to change keys by their address',
  'srv/platform/odata/semantics/missing-parent.ts': 'adapter.test.ts asks for what does not exist, on both databases',
  'srv/platform/odata/answers/property-context.ts': 'adapter.test.ts reads the contexts of properties',
  'srv/platform/odata/urls/resource.ts':
    'option-targets.test.ts and adapter.test.ts send options to every kind of resource',
  'srv/platform/database/around-database.ts': 'every test that starts the server reads and writes through all of them',
  'srv/platform/cap/database-service.ts': 'private-parts.test.ts names each member that it has',
  'srv/platform/cap/index-page.ts': 'private-parts.test.ts reads it',
  'srv/platform/cap/handled-request.ts': 'location.test.ts creates records, and conditions are sent by adapter.test.ts',
  'srv/platform/cap/model.ts': 'integrity.test.ts asks for what it finds in the model',
  'srv/platform/cap/shared-key.ts': 'drafts.test.ts reads drafts by it',
  'srv/platform/odata/urls/canonical-path.ts': 'location.test.ts creates records of all kinds of keys',
  'srv/platform/odata/urls/key-names.ts': 'references.test.ts reads references to records',
  'srv/platform/odata/urls/reference-to.ts': 'references.test.ts reads references to records',
  'srv/platform/odata/values/calendar.ts': 'bodies.test.ts sends days that no calendar has',
  'srv/platform/odata/urls/service-urls.ts': 'data-urls.test.ts sends URLs that a service rewrites',
  'srv/platform/cap/odata.ts': 'declares what CAP has; nothing runs without it',
  'srv/platform/odata/errors/client-error.ts': 'parse.test.ts and query-semantics.test.ts send what cannot be read',
  'srv/platform/odata/answers/before-send.ts':
    'representation.test.ts and return-preference.test.ts see what it changes',
  'srv/platform/odata/answers/prefer.ts':
    'page-size.test.ts and return-preference.test.ts send every spelling that it reads',
  'srv/platform/odata/batch/part.ts': 'batch.test.ts sends parts in both formats',
  'srv/platform/odata/batch/run.ts': 'batch.test.ts runs batches over HTTP',
  'srv/platform/odata/batch/write-json.ts': 'batch.test.ts reads JSON answers',
  'srv/platform/odata/batch/write-multipart.ts': 'batch.test.ts reads multipart answers',
  'srv/admin/cds-plugin.ts': 'every test that starts the server has CAP load it',
  'srv/admin/commands/add.ts': 'access.package.ts runs cds add dba',
  'srv/admin/host/mount.ts': 'access.package.ts and hosts.package.ts have it mounted in applications of every kind',
  'srv/admin/meters.ts': 'metrics.test.ts sees what the API tells',
  'srv/admin/errors.ts': 'a table; every test of the API looks up codes in it',
  'srv/admin/core/has-code.ts': 'one expression, used wherever a file may be absent',
  'srv/admin/core/filter/': 'filter.test.ts parses, compiles and runs filters against an oracle on every engine',
  'srv/admin/database/': 'session.test.ts, and database.test.ts of each engine, run every kind of work through them',
  'srv/admin/dialects/': 'conformance.test.ts and the tests of the operations run their statements on every engine',
  'srv/admin/http/': 'router.test.ts and the tests of its neighbours send requests through them',
  'srv/admin/jobs/job.ts': 'job-registry.test.ts and job-endpoints.test.ts watch jobs',
  'srv/admin/jobs/job-record.ts': 'job-registry.test.ts and shared.test.ts look at what it tells of jobs',
  'srv/admin/files/managed-files.ts': 'file-store.test.ts and shared.test.ts write files in both ways',
  'srv/platform/identity/shared-login-limiter.ts': 'shared.test.ts counts failed logins on a PostgreSQL',
  'srv/platform/plans/plan.ts': 'remember-queries.test.ts compares what it fills in with what CAP makes of the query',
  'srv/platform/plans/semi-join.ts': 'begin-with-partners.test.ts compares its rows with those that were found by hand',
  'srv/platform/plans/remember-statements.ts':
    'every test on SQLite runs its statements through it; test/bench/odata.ts measures what it saves',
  'srv/platform/process/worker-count.ts': 'workers.test.ts asks workers how many there are',
  'srv/platform/process/current-answer.ts':
    'connections.test.ts and refuse-unreadable.test.ts meet connections with and without one',
  'srv/platform/process/young-generation.ts': 'test/bench/start.ts measures the memory of the idle server',
  'srv/platform/process/prepare-shared-state.ts': 'processes.test.ts starts servers with and without the privilege',
  'srv/admin/operations/': 'the tests of the operations that share them',
}

const isInside = (file: string, folder: string): boolean => folder.endsWith('/') && file.startsWith(folder)

/** Whether a source does anything: types, constants and re-exports do not. */
function holdsLogic(file: string): boolean {
  const isLogic = (node: ts.Node): boolean =>
    (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) || (ts.forEachChild(node, isLogic) ?? false)
  return isLogic(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest))
}

/** `srv/a/b.ts` is tested by `test/srv/a/b.test.ts`, or with its whole folder by `test/srv/a.test.ts`. */
function isTested(file: string, tests: ReadonlySet<string>): boolean {
  return [file.replace(/\.ts$/, ''), posix.dirname(file)].some((path) => tests.has(`test/${path}.test.ts`))
}

test('every source that holds logic has its test', () => {
  const tests = new Set(filesIn('test'))
  const sources = filesIn('srv').filter((file) => file.endsWith('.ts') && holdsLogic(file))
  const exceptions = Object.keys(TESTED_ELSEWHERE)
  const isExcepted = (file: string): boolean => exceptions.some((each) => each === file || isInside(file, each))
  expect(sources.filter((file) => !isTested(file, tests) && !isExcepted(file))).toEqual([])
})

test('no exception outlives its reason', () => {
  const [sources, tests] = [filesIn('srv'), new Set(filesIn('test'))]
  const isNeeded = (name: string): boolean =>
    sources.some((file) => (file === name || isInside(file, name)) && !isTested(file, tests))
  expect(Object.keys(TESTED_ELSEWHERE).filter((file) => !isNeeded(file))).toEqual([])
})

/** From the floor up: a model knows only those before it. */
const MODELS = ['planet', 'people', 'species', 'starship', 'vehicle', 'film', 'show', 'data']

/** The relative files that a CDS file takes from, without extension. */
function cdsImports(file: string): string[] {
  const imports = [...read(file).matchAll(/^\s*using\b[^;]*?from\s+'(\.[^']*)'/gm)]
  return imports.map(([, path]) => posix.join(posix.dirname(file), path!).replace(/\.cds$/, ''))
}

test('every model of db/ has its place in the order', () => {
  const models = filesIn('db').filter((file) => file.endsWith('.cds'))
  expect(models.map((file) => basename(file, '.cds')).sort()).toEqual([...MODELS].sort())
})

test.each(MODELS)('db/%s.cds takes only from models below it', (model) => {
  const below = MODELS.slice(0, MODELS.indexOf(model)).map((name) => `db/${name}`)
  expect(cdsImports(`db/${model}.cds`).filter((path) => !below.includes(path))).toEqual([])
})

test('services take from models and services, never from the UIs', () => {
  const services = filesIn('srv').filter((file) => file.endsWith('.cds'))
  expect(services.flatMap(cdsImports).filter((path) => !/^(db|srv)\//.test(path))).toEqual([])
})
