/** What people have written into a HANA is not touched by the next deployment, nor by that which takes the first rows out of it. */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepHanaRows } from '../../deploy/keep-hana-rows.ts'
import { readArtifacts } from '../support/hdi-artifacts.ts'
import { type Deployment, HdiContainer } from '../support/hdi-container.ts'
import { ROOT } from '../support/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'saga-hana-'))
const write = (path: string, text: string): void => {
  writeFileSync(join(folder, path), text)
}
const read = (path: string): string => readFileSync(join(folder, path), 'utf8')
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const csv = readdirSync(join(ROOT, 'db/data'))
const tableOf = (file: string): string => file.replace('.csv', '').replace('-', '_').toUpperCase()

/** What CAP's build makes of a model whose tables have these columns, and of rows with this title. */
const build = (columns: string, title: string): void => {
  rmSync(folder, { recursive: true })
  mkdirSync(join(folder, 'src/gen/data'), { recursive: true })
  for (const file of csv) {
    const table = tableOf(file)
    write(`src/gen/${file.replace('-', '.').replace('csv', 'hdbtable')}`, `COLUMN TABLE ${table} (\n${columns}\n)`)
    write(`src/gen/data/${file}`, `ID,title\n1,${title}\n`)
    const imports = [{ target_table: table, source_data: { file_name: file } }]
    write(`src/gen/data/${file.replace('csv', 'hdbtabledata')}`, JSON.stringify({ imports }))
  }
  write('undeploy.json', '["src/gen/**/*.hdbview"]')
  write('package.json', JSON.stringify({ scripts: { start: 'node deploy.js --parameter a=b' } }))
}

const deployment = (): Deployment => ({
  files: new Map([...readArtifacts(join(folder, 'src'))].map(([path, text]) => [`src/${path}`, text])),
  undeploy: JSON.parse(read('undeploy.json')) as string[],
  command: (JSON.parse(read('package.json')) as { scripts: { start: string } }).scripts.start,
})

const EDITED = [{ ID: '1', title: 'Edited' }]

/** A container of the version before, in which every table has been edited. */
const edited = (): HdiContainer => {
  const container = new HdiContainer()
  build('ID INTEGER', 'First')
  container.deploy(deployment())
  for (const file of csv) {
    expect(container.rows.get(tableOf(file))).toEqual([{ ID: '1', title: 'First' }])
    container.rows.set(tableOf(file), EDITED)
  }
  return container
}
const expectEdited = ({ rows }: HdiContainer): void => {
  for (const file of csv) expect([file, rows.get(tableOf(file))]).toEqual([file, EDITED])
}

test('the next version, with new columns and other rows, leaves every row alone; so do those after it', () => {
  const container = edited()
  for (const columns of ['ID INTEGER, A INTEGER', 'ID INTEGER, B INTEGER']) {
    build(columns, 'Next')
    keepHanaRows(folder)
    expect([...deployment().files.keys()].filter((path) => /csv|tabledata/.test(path))).toEqual([])
    container.deploy(deployment())
    expectEdited(container)
  }
})

test('each part of that is needed', () => {
  const without = (part: Partial<Deployment>): HdiContainer => {
    const container = edited()
    build('ID INTEGER, A INTEGER', 'Next')
    keepHanaRows(folder)
    container.deploy({ ...deployment(), ...part })
    return container
  }
  expect(without({ command: 'node deploy.js' }).rows.get('SAGA_FILM')).toEqual([])
  expect(without({ undeploy: [] }).rows.get('SAGA_FILM')).toEqual([{ ID: '1', title: 'First' }])
  const container = edited()
  build('ID INTEGER, A INTEGER', 'Next')
  container.deploy(deployment())
  expect(container.rows.get('SAGA_FILM')).toEqual([{ ID: '1', title: 'Next' }])
})
