import type { ServerProcess } from './server-process.ts'

/** Title of the film with this episode number, asked from a server in a process of its own; undefined where there is none. */
export async function readTitle({ url }: ServerProcess, episode: number, headers = {}): Promise<string | undefined> {
  const path = `/odata/v4/SagaFilm/Film?$filter=episode_id eq ${episode}&$select=title`
  const answer = await fetch(url + path, { headers })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  const { value } = (await answer.json()) as { value: { title: string }[] }
  return value[0]?.title
}

/** Creates an active film and returns the status of the answer. */
export async function createFilm({ url }: ServerProcess, film: object): Promise<number> {
  const body = JSON.stringify({ ...film, IsActiveEntity: true })
  const headers = { 'Content-Type': 'application/json' }
  return (await fetch(`${url}/odata/v4/SagaFilm/Film`, { method: 'POST', headers, body })).status
}
