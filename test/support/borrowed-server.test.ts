import { type BorrowedServer, borrowServerOn } from './borrowed-server.ts'
import { DATABASES } from './server-on.ts'

const LISTS = ['SagaFilm/Film', 'SagaFilm/People', 'SagaEpisode/Episodes', '-data/Entities']

const countsIn = ({ url }: BorrowedServer): Promise<string[]> =>
  Promise.all(LISTS.map(async (list) => (await fetch(`${url}/odata/v4/${list}/$count`)).text()))

/** What is refused by how many rows there are, which a server remembers. */
const statusOfLargeAnswer = async ({ url }: BorrowedServer): Promise<number> => {
  const expand = 'characters($expand=people($expand=films($expand=film($expand=characters))))'
  return (await fetch(`${url}/odata/v4/SagaFilm/Film?$expand=${expand}`)).status
}

const write = async ({ url }: BorrowedServer): Promise<void> => {
  const film = async (method: string, path: string, body?: object): Promise<string> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/odata/v4/SagaFilm/${path}`, { method, headers, body: JSON.stringify(body) })
    expect([method, Math.floor(answer.status / 100)]).toEqual([method, 2])
    return ((await answer.json().catch(() => ({}))) as { ID: string }).ID
  }
  await film('POST', 'Film', { title: 'Of a draft' })
  const ID = await film('POST', 'Film', { title: 'Left behind', IsActiveEntity: true })
  await film('DELETE', `Film(ID=${ID},IsActiveEntity=true)`)
  await film('POST', 'People', { name: 'Left behind' })
}

test.each(DATABASES)(
  'whoever borrows a server on %s finds the data that ships, or none, whatever others did',
  async (database) => {
    const fresh = await borrowServerOn(database)
    const shipped = await countsIn(fresh)
    expect(shipped).not.toContain('0')
    await write(fresh)
    expect(await countsIn(fresh)).not.toEqual(shipped)
    await fresh.stop()

    const empty = await borrowServerOn(database, 'empty')
    const [films, people, episodes, entities] = await countsIn(empty)
    expect([films, people, episodes, entities]).toEqual(['0', '0', '0', shipped[3]])
    expect(await statusOfLargeAnswer(empty)).toBe(200)
    await write(empty)
    await empty.stop()

    const again = await borrowServerOn(database)
    expect(await countsIn(again)).toEqual(shipped)
    expect(await statusOfLargeAnswer(again)).toBe(400)
    await again.stop()
  },
)
