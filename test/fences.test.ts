/**
 * The import rules of `.dependency-cruiser.cjs`, each seen to fire: a rule that nothing can break protects nothing.
 * @long: runs the cruiser for each rule.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(__dirname, '..')
const config = join(root, '.dependency-cruiser.cjs')
const { forbidden } = createRequire(__filename)(config) as { forbidden: { name: string; comment: string }[] }

/** A house in order: what each file imports. */
const HOUSE: Record<string, string[]> = {
  'srv/server.ts': [
    '@sap/cds',
    './platform/guard/index.ts',
    './platform/identity/index.ts',
    './platform/odata/index.ts',
    './admin/index.ts',
    './read-cache/index.ts',
    './indexes/index.ts',
  ],
  'srv/film-service.ts': ['@sap/cds', 'type #cds-models/SagaFilm'],
  'srv/data-service.ts': ['@sap/cds'],
  'srv/platform/guard/index.ts': ['./bytes.ts', './limits.ts', './paths.ts'],
  'srv/platform/guard/bytes.ts': [],
  'srv/platform/guard/paths.ts': [],
  'srv/platform/guard/limits.ts': [],
  'srv/platform/identity/index.ts': ['./basic.ts'],
  'srv/platform/identity/basic.ts': ['express'],
  'srv/platform/odata/index.ts': ['./keys.ts', './parse.ts'],
  'srv/platform/odata/keys.ts': [],
  'srv/platform/odata/parse.ts': [],
  'srv/read-cache/index.ts': ['./recording.ts'],
  'srv/read-cache/recording.ts': [],
  'srv/indexes/index.ts': [],
  'srv/admin/index.ts': [
    '@sap/cds',
    './config.ts',
    './http/router.ts',
    './dialects/sqlite/index.ts',
    './dialects/postgres/index.ts',
    './database/sqlite/index.ts',
    './database/postgres/index.ts',
  ],
  'srv/admin/config.ts': ['./core/errors.ts'],
  'srv/admin/core/errors.ts': [],
  'srv/admin/http/router.ts': ['express', './routes.ts', './perform.ts'],
  'srv/admin/http/perform.ts': ['../core/errors.ts'],
  'srv/admin/http/routes.ts': [
    '../operations/listing/tables.ts',
    '../operations/analysis/data-diff.ts',
    '../operations/analysis/profile.ts',
  ],
  'srv/admin/operations/operation.ts': ['type ../dialects/dialect.ts', 'type ../database/session.ts', '../config.ts'],
  'srv/admin/operations/listing/tables.ts': ['../operation.ts', '../../core/identifiers.ts', '../../core/errors.ts'],
  'srv/admin/operations/analysis/data-diff.ts': ['../operation.ts', '../../core/csv.ts'],
  'srv/admin/operations/analysis/profile.ts': ['../operation.ts'],
  'srv/admin/core/identifiers.ts': ['./errors.ts'],
  'srv/admin/core/csv.ts': [],
  'srv/admin/dialects/dialect.ts': ['../core/identifiers.ts'],
  'srv/admin/dialects/sqlite/index.ts': ['../dialect.ts', './tables.ts'],
  'srv/admin/dialects/sqlite/tables.ts': ['../../core/identifiers.ts'],
  'srv/admin/dialects/postgres/index.ts': ['../dialect.ts', './tables.ts'],
  'srv/admin/dialects/postgres/tables.ts': [],
  'srv/admin/database/session.ts': [],
  'srv/admin/database/sqlite/index.ts': ['../session.ts'],
  'srv/admin/database/sqlite/worker.ts': ['node:sqlite', '../session.ts'],
  'srv/admin/database/postgres/index.ts': ['../session.ts', './stream.ts', 'pg'],
  'srv/admin/database/postgres/stream.ts': ['../../core/errors.ts'],
  'db/source/build.ts': ['yaml', './names.ts'],
  'db/source/names.ts': [],
  'app/cockpit/src/pages/index.ts': ['./overview/overview.ts', './tables/tables.ts', './export/export.ts'],
  'app/cockpit/src/pages/overview/overview.ts': [],
  'app/cockpit/src/pages/tables/tables.ts': ['../../parts/table.ts', '../../api/client.ts'],
  'app/cockpit/src/pages/export/export.ts': ['../../parts/table.ts'],
  'app/cockpit/src/parts/table.ts': ['../api/client.ts', './value.ts'],
  'app/cockpit/src/parts/value.ts': [],
  'app/cockpit/src/api/client.ts': [],
  'test/srv/admin/core/csv.test.ts': ['../../../../srv/admin/core/csv.ts', 'yaml'],
}

/** One wrong import per rule: the rule, the file that breaks it, what it imports. A file that the house lacks is added to it. */
const BREAKS: [rule: string, file: string, imported: string | null][] = [
  ['no-cycles', 'srv/platform/guard/bytes.ts', './index.ts'],
  ['no-orphans', 'db/source/forgotten.ts', null],
  ['no-dead-files', 'srv/platform/guard/unused.ts', './paths.ts'],
  ['no-unresolved', 'srv/platform/guard/paths.ts', './lost.ts'],
  ['no-development-packages', 'srv/platform/identity/basic.ts', 'yaml'],
  ['models-are-types', 'srv/film-service.ts', '#cds-models/SagaFilm'],
  ['served-code-is-in-srv', 'srv/platform/odata/keys.ts', '../../../db/source/names.ts'],
  ['db-looks-up-to-nobody', 'db/source/names.ts', '../../srv/admin/core/csv.ts'],
  ['one-door', 'srv/server.ts', './platform/identity/basic.ts'],
  ['platform-is-below', 'srv/platform/guard/limits.ts', '../../admin/index.ts'],
  ['entrances-only-wire', 'srv/data-service.ts', 'express'],
  ['admin-stands-alone', 'srv/admin/config.ts', '../platform/identity/index.ts'],
  ['read-cache-stands-alone', 'srv/read-cache/recording.ts', '../platform/guard/index.ts'],
  ['indexes-stand-alone', 'srv/indexes/index.ts', '../platform/guard/index.ts'],
  ['http-knows-no-database', 'srv/admin/http/perform.ts', '../dialects/sqlite/tables.ts'],
  ['operations-see-interfaces', 'srv/admin/operations/analysis/profile.ts', '@sap/cds'],
  ['operations-are-rooms', 'srv/admin/operations/analysis/data-diff.ts', './profile.ts'],
  ['dialects-are-strangers', 'srv/admin/dialects/postgres/tables.ts', '../sqlite/tables.ts'],
  ['dialects-are-text', 'srv/admin/dialects/sqlite/tables.ts', '../../config.ts'],
  ['databases-are-connections', 'srv/admin/database/postgres/stream.ts', '../../dialects/dialect.ts'],
  ['databases-are-strangers', 'srv/admin/database/sqlite/index.ts', '../postgres/stream.ts'],
  ['private-parts-in-cap', 'srv/platform/odata/parse.ts', '@cap-js/sqlite'],
  ['drivers-in-database', 'srv/admin/http/router.ts', 'pg'],
  ['cockpit-is-a-client', 'app/cockpit/src/api/client.ts', '../../../../srv/admin/core/csv.ts'],
  ['pages-are-rooms', 'app/cockpit/src/pages/export/export.ts', '../tables/tables.ts'],
  ['parts-know-no-page', 'app/cockpit/src/parts/value.ts', '../pages/overview/overview.ts'],
  ['core-is-the-floor', 'srv/admin/core/csv.ts', 'node:fs'],
]

/** Writes the house, with packages of the same names as ours, and returns the broken rules as `rule: file`. */
async function cruise(house: Record<string, string[]>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'house-'))
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  try {
    for (const [file, imports] of Object.entries(house)) {
      const lines = imports.map((from) =>
        from.startsWith('type ') ? `import type {} from '${from.slice(5)}'` : `import '${from}'`,
      )
      write(file, [...lines, 'export {}', ''].join('\n'))
    }
    const dependencies = { '@sap/cds': '1', '@cap-js/sqlite': '1', express: '1', pg: '1' }
    const devDependencies = { yaml: '1' }
    const imports = { '#cds-models/*': './@cds-models/*/index.js' }
    write('package.json', JSON.stringify({ type: 'module', dependencies, devDependencies, imports }))
    write('@cds-models/SagaFilm/index.js', '')
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
      write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
      write(`node_modules/${name}/index.js`, '')
    }
    const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
    const args = [bin, '--config', config, '--output-type', 'json', 'srv', 'db', 'test', 'app']
    // The command ends with the number of broken rules: its output is the answer, either way.
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
      (error: unknown) => error as { stdout: string },
    )
    const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: { name: string }; from: string }[] } }
    return summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const broken = structuredClone(HOUSE)
for (const [, file, imported] of BREAKS) (broken[file] ??= []).push(...(imported ? [imported] : []))
let violations: string[] = []
beforeAll(async () => {
  violations = await cruise(broken)
})

test('a house in order breaks no rule', async () => {
  expect(await cruise(HOUSE)).toEqual([])
})

test.each(BREAKS)('%s: one wrong import in %s is seen, by this rule alone', (rule, file) => {
  expect(violations.filter((violation) => violation.endsWith(`: ${file}`))).toEqual([`${rule}: ${file}`])
})

test('no-circles-of-rooms: two rooms that need each other are seen, though none of their files do', async () => {
  const circle = { 'srv/platform/cap/a.ts': [], 'srv/platform/cap/b.ts': ['../odata/index.ts'] }
  const needs = { 'srv/platform/odata/keys.ts': ['../cap/a.ts'], 'srv/platform/guard/bytes.ts': ['../cap/b.ts'] }
  const seen = await cruise({ ...HOUSE, ...circle, ...needs })
  expect(seen.sort()).toEqual(['no-circles-of-rooms: srv/platform/cap', 'no-circles-of-rooms: srv/platform/odata'])
})

test('nothing else is complained about', () => {
  expect(violations).toHaveLength(BREAKS.length)
})

test('every rule has its wrong import, and its reason', () => {
  const [cycles, ...others] = BREAKS.map(([rule]) => rule)
  expect([cycles, 'no-circles-of-rooms', ...others]).toEqual(forbidden.map(({ name }) => name))
  for (const { comment } of forbidden) expect(comment).toMatch(/^[A-Z].+\.$/)
})

test('no-circles-of-rooms: so are two rooms of the API', async () => {
  const rooms = {
    'srv/admin/jobs/a.ts': [],
    'srv/admin/jobs/b.ts': ['../files/b.ts'],
    'srv/admin/files/a.ts': ['../jobs/a.ts'],
    'srv/admin/files/b.ts': [],
  }
  const router = [...HOUSE['srv/admin/http/router.ts']!, '../jobs/b.ts', '../files/a.ts']
  const seen = await cruise({ ...HOUSE, ...rooms, 'srv/admin/http/router.ts': router })
  expect(seen.sort()).toEqual(['no-circles-of-rooms: srv/admin/files', 'no-circles-of-rooms: srv/admin/jobs'])
})
