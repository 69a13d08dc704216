/** A property more takes the model, its source rows, and a line of annotation where it is shown: all else follows. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { SERVE } from '../support/server-on.ts'
import { ROOT, runCommand, type ServerProcess, startServer } from '../support/server-process.ts'

let folder: string
let server: ServerProcess | undefined

const read = (file: string, root = folder): string => readFileSync(join(root, file), 'utf8')
const insert = (file: string, behind: string, text: string): void => {
  const before = read(file)
  expect(before).toContain(behind)
  writeFileSync(join(folder, file), before.replace(behind, behind + text))
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'added-property-'))
  for (const name of ['db', 'srv', 'app', 'package.json', '.cdsrc.json', 'tsconfig.json'])
    cpSync(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (path) => !/\/(node_modules|dist)$/.test(path),
    })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  insert(
    'db/film.cds',
    'release_date  : Date;\n',
    '  box_office : Decimal(15, 2);\n  budget : Int64;\n  is_canon : Boolean;\n  kind : String enum { saga; story; };\n',
  )
  insert(
    'db/source/films.yaml',
    'release_date: 1999-05-19\n',
    '  box_office: 1046515409.10\n  budget: 9007199254740993\n  is_canon: true\n  kind: saga\n',
  )
  insert('app/films/annotations.cds', '{ Value: producer }, ', '{ Value: box_office }, ')
  runCommand(`${process.execPath} db/source/build.ts`, { cwd: folder })
  server = await startServer(SERVE, { cwd: folder })
}, 120_000)
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const get = async (path: string): Promise<string> => (await fetch(`${server!.url}/odata/v4/SagaFilm/${path}`)).text()

test('only its own table has it', () => {
  expect(read('db/data/saga-Film.csv').split('\n')[0]).toMatch(/,release_date,box_office,budget,is_canon,kind$/)
  for (const table of ['Episode', 'Show', 'People', 'Film2People'])
    expect(read(`db/data/saga-${table}.csv`)).toBe(read(`db/data/saga-${table}.csv`, ROOT))
})

test('the service tells it with its type, and its values as they are written', async () => {
  const answer = await get('Film?$select=title,box_office,budget,is_canon,kind&$filter=budget eq 9007199254740993')
  expect(answer).toContain('"box_office":1046515409.10,"budget":9007199254740993,"is_canon":true,"kind":"saga"')
  expect(await get('Film?$apply=aggregate(box_office with sum as x)')).toMatch(/"x":1046515409\.10?\}/)
  const metadata = await get('$metadata')
  expect(metadata).toContain('<Property Name="box_office" Type="Edm.Decimal" Precision="15" Scale="2"/>')
  expect(metadata).toContain('<PropertyValue Property="Value" Path="box_office"/>')
  expect(metadata).toContain('<Annotation Term="Common.Label" String="Box office"/>')
})

test('the mirror of the model and the administration know it', async () => {
  const headers = { authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}` }
  const columns = await fetch(`${server!.url}/odata/v4/-data/Entities_columns?$filter=name eq 'box_office'`)
  expect(await columns.text()).toContain('cds.Decimal')
  const found = await fetch(`${server!.url}/api/v1/columns?pattern=box_office`, { headers })
  expect(await found.text()).toContain('saga_Film')
})
