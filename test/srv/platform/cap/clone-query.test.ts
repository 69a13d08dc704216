import cds from '@sap/cds'
import { cloneQuery } from '../../../../srv/platform/cap/request.ts'
import { startApp } from '../../../support/app.ts'
import { send } from '../../../support/odata.ts'

const app = startApp()
const FILM = '/odata/v4/SagaFilm'

type Parse = (url: string, options: object) => { SELECT: { where?: unknown[]; columns?: object[] } }
const parse = (url: string) => {
  const { odata } = cds as unknown as { odata: { parse: Parse } }
  return odata.parse(url, { service: cds.services['SagaFilm'], protocol: 'odata' })
}

test.each([
  "/Planet?$filter=name eq 'x' and residents/any(r:r/name eq 'y')&$orderby=name",
  '/Film?$expand=characters($expand=people;$top=2)&$top=5',
  '/Planet?$apply=groupby((climate),aggregate($count as n))',
  '/Film(ID=8f2c1d5a-7a8e-4d0e-a0b6-0a2f1f3e4d5c,IsActiveEntity=true)/title',
])('a copy is the same, down to what cannot be seen, and its parts are its own: %s', (url) => {
  const query = parse(url)
  const copy = cloneQuery(query) as typeof query
  expect(copy).toEqual(query)
  expect(Object.getPrototypeOf(copy)).toBe(Object.getPrototypeOf(query))
  expect(Object.getOwnPropertyDescriptors(copy)).toEqual(Object.getOwnPropertyDescriptors(query))
  const before = JSON.stringify(query)
  copy.SELECT.where?.splice(0)
  for (const column of copy.SELECT.columns ?? []) Object.assign(column, { as: 'changed' })
  expect(JSON.stringify(query)).toBe(before)
})

test('a concatenation is copied query by query', () => {
  const queries = [parse('/Planet'), parse('/Film')]
  const copies = cloneQuery(queries) as object[]
  expect(copies).toEqual(queries)
  expect(copies[0]).not.toBe(queries[0])
})

test('the same URL is answered alike again and again, whatever it carries besides', async () => {
  const read = async (path: string): Promise<unknown> => {
    const { status, body } = await send(app, 'GET', `${FILM}/${path}`)
    expect(status).toBe(200)
    return { ...body, '@odata.nextLink': undefined }
  }
  for (const path of [
    "Planet?$filter=contains(name,'o')&$orderby=name desc&$top=3",
    'Film?$expand=characters&$top=1',
  ]) {
    const first = await read(path)
    for (const more of ['&a=1', '&a=2', '&sap-client=100']) expect(await read(path + more)).toEqual(first)
  }
  expect(await read('directors?a=1')).toEqual(await read('directors?a=2'))
})
