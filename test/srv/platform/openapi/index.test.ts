import { createRequire } from 'node:module'
import cds from '@sap/cds'
import { startApp } from '../../../support/app.ts'

const { GET, axios } = startApp()
axios.defaults.validateStatus = () => true

type Generated = (event: 'compile.to.openapi', handler: (event: { options: { service: string } }) => void) => void
const generated: string[] = []
;(cds.on as unknown as Generated)('compile.to.openapi', ({ options }) => generated.push(options.service))

const text = async (path: string): Promise<string> => {
  const { status, data } = await GET<string>(path, { responseType: 'text' })
  expect([path, status]).toEqual([path, 200])
  return data
}

test('a document is generated at its first request, not at the start, and kept', async () => {
  expect(generated).toEqual([])
  const first = await text('/openapi/SagaEpisode.json')
  expect(await text('/openapi/SagaEpisode.json')).toBe(first)
  expect(generated).toEqual(['SagaEpisode'])
})

test('an unknown document is 404', async () => {
  expect((await GET('/openapi/Nope.json')).status).toBe(404)
})

describe('the page', () => {
  test('lists the documents of the services and of the administration API', async () => {
    const list = JSON.parse(await text('/openapi/index.json')) as { title: string; url: string }[]
    const urls = ['SagaFilm.json', 'SagaEpisode.json', '-data.json', '/api/v1/openapi.json']
    expect(list.map(({ url }) => url)).toEqual(urls)
    for (const url of urls) {
      const document = await text(new URL(url, 'http://localhost/openapi/').pathname)
      expect(JSON.parse(document)).toMatchObject({ openapi: expect.stringMatching(/^3\./) })
    }
  })

  test('loads everything from this server', async () => {
    const html = await text('/openapi/')
    const assets = [...html.matchAll(/<(?:link|script) [^>]*(?:src|href)="([^"]*)"/g)]
      .map(([, url]) => url!)
      .filter((url) => url !== 'data:,')
    const ofPage = assets.filter((asset) => !asset.startsWith('/'))
    const swagger = ['swagger-ui/swagger-ui.css', 'viewer.css', 'swagger-ui/swagger-ui-bundle.js']
    expect(ofPage).toEqual([...swagger, 'accessible.js', 'viewer.js'])
    for (const asset of assets) await text(new URL(asset, 'http://localhost/openapi/').pathname)
    for (const own of ['', 'accessible.js', 'viewer.js', 'viewer.css'])
      expect(await text(`/openapi/${own}`)).not.toMatch(/\w+:\/\/|["'(]\/\//)
    expect(await text('/openapi/swagger-ui/swagger-ui.css')).not.toMatch(/@import|url\(["']?(https?:|\/\/)/)
  })

  test('tells the browser to talk to this server only', async () => {
    const { headers } = await GET('/openapi/')
    const policy = headers['content-security-policy']!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).not.toMatch(/https?:|\*/)
  })

  test('offers none of the viewer package’s own pages', async () => {
    for (const file of ['index.html', 'swagger-initializer.js', 'package.json']) {
      expect((await GET(`/openapi/swagger-ui/${file}`)).status).toBe(404)
    }
  })

  test('is found without its last slash', async () => {
    expect(await text('/openapi')).toContain('viewer.js')
  })
})

test('the viewer’s package can report nothing when it is installed', () => {
  const settings = createRequire(__filename)('../../../../package.json') as Record<string, Record<string, unknown>>
  expect(settings['scarfSettings']).toEqual({ enabled: false })
  expect(settings['allowScripts']!['@scarf/scarf']).toBe(false)
})
