import type { ServerProcess } from './server-process.ts'

/** What a film read tells about the server that answered. */
export interface Probe {
  /** Title of the film; undefined where there is none: the model and the data are there. */
  title: string | undefined
  /** Whether the TypeScript of srv/ is at work: CAP itself gives only `@odata.count`, ours the published `@count` as well. */
  isOurs: boolean
}

/** Reads the film with this episode number from a server in a process of its own. */
export async function probe({ url }: ServerProcess, episode: number, headers = {}): Promise<Probe> {
  const path = `/odata/v4/SagaFilm/Film?$filter=episode_id eq ${episode}&$select=title&$count=true`
  const answer = await fetch(url + path, { headers })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  const body = (await answer.json()) as { value: { title: string }[]; '@count'?: number }
  return { title: body.value[0]?.title, isOurs: '@count' in body }
}

/** Creates an active film and returns the status of the answer. */
export async function createFilm({ url }: ServerProcess, film: object): Promise<number> {
  const body = JSON.stringify({ ...film, IsActiveEntity: true })
  const headers = { 'Content-Type': 'application/json' }
  return (await fetch(`${url}/odata/v4/SagaFilm/Film`, { method: 'POST', headers, body })).status
}
