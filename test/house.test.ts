/** The house keeps its order: what lies at the top, how files are named, how long they are, which have a test, and who looks up. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join, posix, resolve } from 'node:path'
import ts from 'typescript'
import { TESTED_BY } from './support/tested-by.ts'

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

const TOP_LEVEL = [
  'db',
  'srv',
  'app',
  'test',
  'deploy',
  'docs',
  'package.json',
  'tsconfig.json',
  'mta.yaml',
  'README.md',
]
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

const sources = filesIn('srv').filter((file) => file.endsWith('.ts') && holdsLogic(file))
const tests = new Set(filesIn('test'))
const testedBy = Object.entries(TESTED_BY).flatMap(([test, files]) => files.map((file) => ({ test, file })))

test('every source that holds logic has its test', () => {
  const elsewhere = new Set(testedBy.map(({ file }) => file))
  expect(sources.filter((file) => !isTested(file, tests) && !elsewhere.has(file))).toEqual([])
})

test('what is tested elsewhere is a source without a test of its own, told once', () => {
  const files = testedBy.map(({ file }) => file)
  expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([])
  expect(files.filter((file) => !sources.includes(file) || isTested(file, tests))).toEqual([])
})

/** The files that a file names by a relative path, as imports do, and the worker beside it where it starts one. */
const namedBy = (file: string): string[] => {
  const text = read(file)
  const paths = [...text.matchAll(/'(\.{1,2}\/[^'\n]*\.ts)'/g)].map(([, path]) => path!)
  const worker = text.includes('workerUrl(import.meta.url)') ? ['worker.ts'] : []
  return [...paths, ...worker].map((path) => posix.join(posix.dirname(file), path)).filter((path) => known.has(path))
}
const known = new Set([...filesIn('srv'), ...filesIn('test')])

/** Ways to start the server, or to have a running one. */
const SERVERS = ['app', 'borrowed-server', 'foreign-app', 'server-process', 'platform'].map(
  (name) => `test/support/${name}.ts`,
)
const SERVED = filesIn('srv').filter((file) =>
  /^srv\/([^/]*\.ts|data\/.*|(admin|read-cache|indexes)\/cds-plugin\.ts)$/.test(file),
)

/** All files that run, or may run, when one does. */
function reachedFrom(file: string): ReadonlySet<string> {
  const reached = new Set([file])
  for (const each of reached) {
    for (const next of namedBy(each)) reached.add(next)
    if (SERVERS.includes(each)) for (const next of SERVED) reached.add(next)
  }
  return reached
}

test.each(Object.entries(TESTED_BY))('%s runs what it is said to test', (test, files) => {
  expect(tests).toContain(test)
  const reached = reachedFrom(test)
  expect(files.filter((file) => !reached.has(file))).toEqual([])
})

/** From the floor up: a model knows only those before it. */
const MODELS = ['planet', 'people', 'species', 'starship', 'vehicle', 'film', 'show', 'data', 'references']

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
