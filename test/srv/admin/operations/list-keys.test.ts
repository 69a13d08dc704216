import type { Model, ModelEntity } from '../../../../srv/admin/core/model.ts'
import { listKeys } from '../../../../srv/admin/operations/list-keys.ts'
import type { SessionContext } from '../../../../srv/admin/operations/operation.ts'
import { ENGINES, execute, unhurried, useEngine } from '../../../support/engines.ts'

const entity = (table: string, target: string, rest: Partial<ModelEntity> = {}): ModelEntity => ({
  name: table,
  table,
  associations: [{ name: 'to', columns: ['TO_id'], targetTable: target, targetColumns: ['ID'] }],
  ...{ service: null, keys: [], managedColumns: [], sensitiveColumns: [], assertions: [], sources: [] },
  ...rest,
})
const model: Model = {
  services: [],
  entities: [
    entity('Linked', 'Target'),
    entity('Loose', 'Target'),
    entity('Absent', 'Target'),
    entity('Shown', 'Target', { sources: ['Loose'] }),
    entity('Served', 'Target', { service: 'S', sources: ['Loose'] }),
    entity('Owned', 'Target', { service: 'S' }),
  ],
}

describe.each(Object.keys(ENGINES).filter((name) => name !== 'SQLite in memory'))('%s', (name) => {
  const engine = useEngine(name)
  beforeAll(() =>
    execute(
      engine().database,
      'CREATE TABLE target (id INTEGER PRIMARY KEY)',
      'CREATE TABLE linked (id INTEGER PRIMARY KEY, to_id INTEGER, FOREIGN KEY (to_id) REFERENCES target (id))',
      'CREATE TABLE loose (id INTEGER PRIMARY KEY, to_id INTEGER)',
      'CREATE TABLE shown (id INTEGER PRIMARY KEY, to_id INTEGER)',
      'CREATE TABLE served (id INTEGER PRIMARY KEY, to_id INTEGER)',
      'CREATE TABLE owned (id INTEGER PRIMARY KEY, to_id INTEGER)',
    ),
  )
  const keys = (source: 'all' | 'catalog' | 'model', table: string | null = null) =>
    engine().database.read(unhurried(), async (session) => {
      const context = { dialect: engine().dialect, model, session } as unknown as SessionContext
      const found = await listKeys(context, { schema: engine().schema, table, source })
      return found.map((key) => `${key.source}: ${key.name} -> ${key.referencedTable}`)
    })

  test('what catalog and model both say is told once, as the catalog has it', async () => {
    expect(await keys('all')).toEqual([
      'catalog: linked_to_id_fkey -> target',
      'model: loose_to -> target',
      'model: owned_to -> target',
    ])
  })

  test('either side can be asked for alone, and one table', async () => {
    expect(await keys('catalog')).toEqual(['catalog: linked_to_id_fkey -> target'])
    expect(await keys('model')).toEqual([
      'model: linked_to -> target',
      'model: loose_to -> target',
      'model: owned_to -> target',
    ])
    expect(await keys('all', 'loose')).toEqual(['model: loose_to -> target'])
  })
})
