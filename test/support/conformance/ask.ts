/** How the requirements of OData ask the film service of a server, which may run anywhere. */
import type { App } from '../app.ts'
import { type Answer, type Options, send } from '../odata.ts'

/** The server that is asked at the moment. */
export let app = {} as App

export const useServer = (url: string): void => {
  app = { url } as App
}

export const ask = (method: string, path: string, options?: Options): Promise<Answer> =>
  send(app, method, `/odata/v4/SagaFilm/${path}`, options)

export const get = async (path: string, headers?: Record<string, string>): Promise<Answer> => {
  const answer = await ask('GET', path, headers && { headers })
  expect([path, answer.status]).toEqual([path, 200])
  return answer
}

export const rows = async (path: string): Promise<Record<string, unknown>[]> => (await get(path)).body.value

export const refused = async (path: string, headers: Record<string, string>, status: number): Promise<void> => {
  const answer = await ask('GET', path, { headers })
  expect([path, answer.status, typeof answer.body.error.code]).toEqual([path, status, 'string'])
}

export const created = async (set: string, body: object): Promise<Record<string, string>> => {
  const answer = await ask('POST', set, { body })
  expect(answer.status).toBe(201)
  return answer.body
}

/** A requirement by its number, in words, and what shows it. */
export type Row = readonly [requirement: string, statement: string, check: () => Promise<unknown>]

export const propertyOf = async (path: string): Promise<string> => (await get(path)).text

/** `$metadata` as XML. */
export const metadata = (service = 'SagaFilm'): Promise<string> =>
  send(app, 'GET', `/odata/v4/${service}/$metadata`).then(({ text }) => text)

export const aFilm = async (): Promise<string> => {
  const [film] = await rows("Film?$filter=title eq 'A New Hope'")
  return `Film(ID=${film!['ID'] as string},IsActiveEntity=true)`
}

export const aPlanet = async (): Promise<string> =>
  (await rows("Planet?$filter=name eq 'Tatooine'"))[0]!['ID'] as string

export const titles = async (query: string): Promise<unknown[]> =>
  (await rows(`Film?$select=title&${query}`)).map(({ title }) => title)
