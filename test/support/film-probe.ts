import type { ServerProcess } from './server-process.ts'

const headers = { Authorization: `Basic ${btoa('alice:')}`, 'Content-Type': 'application/json' }

/** Title of the film with this episode number, asked from a server in a process of its own; undefined where there is none. */
export async function readTitle({ url }: ServerProcess, episode: number): Promise<string | undefined> {
  const path = `/odata/v4/SagaFilm/Film?$filter=episode_id eq ${episode}&$select=title`
  const answer = await fetch(url + path, { headers })
  const { value } = (await answer.json()) as { value: { title: string }[] }
  return value[0]?.title
}

/** Creates an active film and returns the status of the answer. */
export async function createFilm({ url }: ServerProcess, film: object): Promise<number> {
  const body = JSON.stringify({ ...film, IsActiveEntity: true })
  return (await fetch(`${url}/odata/v4/SagaFilm/Film`, { method: 'POST', headers, body })).status
}
