import { as, startApi } from '../../../../support/admin-api.ts'
import { loadSdk } from '../../../../../srv/admin/http/mcp/endpoints.ts'

jest.mock('@modelcontextprotocol/server', () => {
  throw Object.assign(new Error('Cannot find package'), { code: 'MODULE_NOT_FOUND' })
})

const api = startApi()

test('without the package, the endpoint says what to install', async () => {
  const headers = { ...as('viewer'), 'content-type': 'application/json' }
  const answer = await api.send({ method: 'POST', path: '/api/v1/mcp', headers, body: '{}' })
  expect(answer).toMatchObject({
    status: 501,
    json: {
      code: 'NOT_INSTALLED',
      details: 'The Model Context Protocol needs a package: npm add @modelcontextprotocol/server',
    },
  })
  expect(api.errors).toEqual([])
})

test('a package that is there and fails is no matter of installing', async () => {
  await expect(loadSdk(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})
