import cds from '@sap/cds'
import { startApp } from '../support/app.ts'
import { client, type ErrorBody, type Row, withQuery } from '../support/client.ts'

const app = startApp()
const episodes = client(app, 'SagaEpisode')

const run = async (query: object): Promise<Row[]> => (await cds.db.run(query as never)) as Row[]
const { SELECT, INSERT, DELETE } = cds.ql

test('shows, their episodes and who appears in them are read at once', async () => {
  const expand =
    'episodes($orderby=season_number,episode_number;$top=2;$expand=characters($expand=people($select=name)))'
  const [show] = await episodes.rows(withQuery('Shows', { filter: "title eq 'The Mandalorian'", expand }))
  const titles = (show!['episodes'] as Row[]).map((row) => row['title'])
  expect(titles).toHaveLength(2)
  const [first] = show!['episodes'] as Row[]
  expect(first).toMatchObject({ season_number: 1, episode_number: 1 })
  expect((first!['characters'] as Row[]).map((link) => (link['people'] as Row)['name'])).toEqual(
    expect.arrayContaining([expect.any(String)]),
  )
})

test('episodes are filtered, sorted, counted and paged', async () => {
  const filter = "show/title eq 'Andor' and season_number eq 1"
  const { data } = await episodes.get<Row & { value: Row[] }>(
    withQuery('Episodes', {
      filter,
      orderby: 'episode_number desc',
      count: true,
      top: 3,
      skip: 1,
      select: 'episode_number',
    }),
  )
  expect(Number(data['@odata.count'])).toBe(12)
  expect(data.value.map((row) => row['episode_number'])).toEqual([11, 10, 9])
  expect(await episodes.rows(withQuery('Shows', { filter: 'episodes/$count ge 20' }))).toEqual(
    expect.arrayContaining([expect.objectContaining({ title: 'Andor' })]),
  )
})

test.each(['People', 'Planets', 'Starships', 'Vehicles', 'Species'])(
  'Episode2%s is read in both directions',
  async (name) => {
    const target = {
      People: 'people',
      Planets: 'planet',
      Starships: 'starship',
      Vehicles: 'vehicle',
      Species: 'specie',
    }[name]!
    const { status, data } = await episodes.get<{ value: Row[] }>(
      withQuery(`Episode2${name}`, { expand: `episode,${target}`, top: 5 }),
    )
    expect(status).toBe(200)
    for (const link of data.value) {
      expect(link['episode']).toMatchObject({ ID: link['episode_ID'] })
      expect(link[target]).toMatchObject({ ID: link[`${target}_ID`] })
    }
  },
)

test('a show has every planet of its episodes once', async () => {
  const rows = await episodes.rows(withQuery('Show2Planets', { expand: 'show($select=title),planet($select=name)' }))
  const pairs = rows.map((row) => `${String(row['show_ID'])} ${String(row['planet_ID'])}`)
  const links = await episodes.rows(withQuery('Episode2Planets', { expand: 'episode($select=show_ID)' }))
  const expected = new Set(
    links.map((link) => `${String((link['episode'] as Row)['show_ID'])} ${String(link['planet_ID'])}`),
  )
  expect(pairs.length).toBeGreaterThan(0)
  expect(pairs.sort()).toEqual([...expected].sort())
  expect(rows[0]).toMatchObject({ show: { title: expect.any(String) }, planet: { name: expect.any(String) } })
})

test.each([
  ['Show2Planets', 'planet'],
  ['Show2Starships', 'starship'],
  ['Show2Vehicles', 'vehicle'],
  ['Show2Species', 'specie'],
])('%s is filtered, sorted, counted and expanded', async (set, target) => {
  const options = { expand: `show,${target}`, orderby: `show/title,${target}/name`, count: true }
  const { status, data } = await episodes.get<Row & { value: Row[] }>(withQuery(set, options))
  expect(status).toBe(200)
  expect(Number(data['@odata.count'])).toBe(data.value.length)
  for (const row of data.value) expect(row[target]).toMatchObject({ ID: row[`${target}_ID`] })
  expect((await episodes.get(withQuery(set, { filter: `${target}/name eq 'Nobody'` }))).data['value']).toEqual([])
})

describe('nothing is written', () => {
  const SETS = [
    'Shows',
    'Episodes',
    'Episode2People',
    'Episode2Planets',
    'Show2Planets',
    'People',
    'Planet',
    'Species',
    'Starship',
    'Vehicle',
  ]
  const ID = '00000000-0000-4000-8000-000000000000'

  test.each(SETS)('%s', async (set) => {
    const path = set.startsWith('Show2') ? `${set}(show_ID=${ID},planet_ID=${ID})` : `${set}(${ID})`
    const answers = [
      await episodes.post<ErrorBody>(set, {}),
      await episodes.patch<ErrorBody>(path, {}),
      await episodes.remove(path),
    ]
    expect(answers.map(({ status }) => status)).toEqual([405, 405, 405])
  })

  test('nor through navigation', async () => {
    const [show] = await episodes.rows('Shows?$top=1')
    expect((await episodes.post(`Shows(${String(show!['ID'])})/episodes`, { title: 'x' })).status).toBe(405)
  })

  test('$metadata says so', async () => {
    const { data } = await episodes.get<string>('$metadata')
    for (const set of SETS) {
      const [annotations] = new RegExp(
        `<Annotations Target="SagaEpisode.EntityContainer/${set}">[^]*?</Annotations>`,
      ).exec(data)!
      for (const right of ['Insertable', 'Updatable', 'Deletable'])
        expect(annotations).toContain(`<PropertyValue Property="${right}" Bool="false"/>`)
    }
  })
})

describe('in the database', () => {
  test('deleting an episode deletes its links', async () => {
    const [link] = await run(SELECT.from('saga.Episode2People').limit(1))
    const where = { episode_ID: link!['episode_ID'] }
    await run(DELETE.from('saga.Episode').where({ ID: link!['episode_ID'] }))
    expect(await run(SELECT.from('saga.Episode2People').where(where))).toEqual([])
    expect(await run(SELECT.from('saga.Episode2Planets').where(where))).toEqual([])
  })

  test('deleting a show deletes its episodes and their links', async () => {
    const [person] = await run(SELECT.from('saga.People').limit(1))
    const [show, episode, link] = [cds.utils.uuid(), cds.utils.uuid(), cds.utils.uuid()]
    await run(
      INSERT.into('saga.Show').entries({
        ID: show,
        title: 'Cancelled',
        episodes: [{ ID: episode, title: 'Pilot', characters: [{ ID: link, people_ID: person!['ID'] }] }],
      }),
    )
    expect(await run(SELECT.from('saga.Episode2People').where({ ID: link }))).toHaveLength(1)
    await run(DELETE.from('saga.Show').where({ ID: show }))
    expect(await run(SELECT.from('saga.Episode').where({ show_ID: show }))).toEqual([])
    expect(await run(SELECT.from('saga.Episode2People').where({ ID: link }))).toEqual([])
  })
})
