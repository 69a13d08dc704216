import { borrowAppOn } from '../../../../../support/borrowed-server.ts'
import { ways } from '../../../../../support/odata.ts'
import { DATABASES } from '../../../../../support/server-on.ts'

const TABLES = { sqlite: 'sqlite_master', postgres: 'pg_tables' }

describe.each(DATABASES)('%s', (database) => {
  const app = borrowAppOn(database)

  /** What CAP would take for an expression. */
  const expressions = [
    { val: 'x' },
    { ref: ['createdBy'] },
    { func: 'upper', args: [{ val: 'x' }] },
    { xpr: [`(select count(*) from ${TABLES[database]})`] },
    { SELECT: { from: { ref: ['saga.Planet'] }, columns: [{ ref: ['name'] }], limit: { rows: { val: 1 } } } },
    { list: [{ val: 1 }] },
    { '=': 'createdBy' },
    { '+=': 1 },
    { '-=': { ref: ['ID'] } },
  ]

  describe.each(ways(app, 'SagaFilm'))('an expression of CQN is no value of a body, %s', (_, ask) => {
    const create = async (set: string, body: object): Promise<string> =>
      String((await ask('POST', set, { body })).body.ID)

    test('of a record, active or draft, or of a property', async () => {
      const person = await create('People', { name: 'x' })
      const active = await create('Film', { title: 'x', IsActiveEntity: true })
      const draft = await create('Film', { title: 'x' })
      const records: [path: string, needed: string, name: string][] = [
        [`People(${person})`, 'name', 'hair_color'],
        [`Film(ID=${active},IsActiveEntity=true)`, 'title', 'director'],
        [`Film(ID=${draft},IsActiveEntity=false)`, 'title', 'director'],
      ]
      for (const [path, needed, name] of records) {
        for (const value of expressions) {
          const refused = { status: 400, body: { error: { code: 'ASSERT_DATA_TYPE', target: name } } }
          for (const method of ['PATCH', 'PUT'])
            expect(await ask(method, path, { body: { [needed]: 'x', [name]: value } })).toMatchObject(refused)
          expect(await ask('PUT', `${path}/${name}`, { body: { value } })).toMatchObject(refused)
        }
        expect((await ask('GET', path)).body[name]).toBeNull()
      }
      for (const value of expressions)
        expect((await ask('POST', 'People', { body: { name: 'x', hair_color: value } })).status).toBe(400)
    })

    test('of an item or a link', async () => {
      const active = `Film(ID=${await create('Film', { title: 'x', IsActiveEntity: true })},IsActiveEntity=true)`
      const person = `People(${await create('People', { name: 'x' })})`
      for (const value of expressions) {
        const characters = [{ people_ID: value }]
        expect((await ask('PATCH', active, { body: { characters } })).status).toBe(400)
        for (const body of [{ homeworld_ID: value }, { homeworld: { ID: value } }])
          expect((await ask('PATCH', person, { body })).status).toBe(400)
      }
    })
  })
})
