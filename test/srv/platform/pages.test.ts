/** The pages as they are served; what they do in a browser is in test/app. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { findLocalUi5, servePage } from '../../../srv/platform/pages/index.ts'
import { borrowApp } from '../../support/borrowed-server.ts'
import { send } from '../../support/odata.ts'

const app = borrowApp()
const APPS = ['films', 'people', 'shows']

const get = (path: string, headers: Record<string, string> = {}) => send(app, 'GET', path, { headers })

describe('the landing page', () => {
  test.each([
    ['', 'en'],
    ['en-GB,de;q=0.5', 'en'],
    ['de-AT,en;q=0.5', 'de'],
    ['fr', 'en'],
  ])('for a browser that wants %j is in %j', async (wanted, language) => {
    const { status, headers, text } = await get('/', { 'accept-language': wanted })
    expect([status, headers['content-type'], headers['vary']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'Accept-Language',
    ])
    expect(text).toContain(`<html lang="${language}">`)
  })

  test.each([
    ['?sap-language=de', 'en', 'de'],
    ['?sap-language=DE', 'en', 'de'],
    ['?sap-language=en-US', 'de', 'en'],
    ['?sap-language=', 'de', 'en'],
    ['?other=de', 'en', 'en'],
  ])('that is asked for as %s by a browser that wants %s is in %s', async (query, wanted, language) => {
    for (const path of ['/', '/figures/'])
      expect((await get(path + query, { 'accept-language': wanted })).text).toContain(`<html lang="${language}">`)
  })

  test('links only to what there is', async () => {
    const links = [...(await get('/')).text.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, link]) => link!)
    expect(links).toEqual(
      expect.arrayContaining([
        '/films/',
        '/people/',
        '/shows/',
        '/figures/',
        '/cockpit/',
        '/openapi/?document=-data.json',
      ]),
    )
    for (const link of new Set(links)) {
      if (link === '/cockpit/') continue
      const { status } = await get(
        link,
        link.startsWith('/api/') ? { authorization: `Basic ${btoa('viewer:viewer')}` } : {},
      )
      expect([link, status]).toEqual([link, 200])
    }
  })

  test('has nothing inline and nothing from elsewhere', async () => {
    const { text } = await get('/')
    expect(text).not.toMatch(
      /<style|\son\w+=|\sstyle=|<script(?! type="module" src="\/)|https?:(?!\/\/www\.w3\.org\/2000\/svg)/,
    )
  })
})

describe.each(APPS)('/%s', (name) => {
  test('is a page, with its files beside it', async () => {
    for (const file of ['', 'index.html', 'manifest.json', 'Component.js', 'i18n/i18n_de.properties'])
      expect([file, (await get(`/${name}/${file}`)).status]).toEqual([file, 200])
  })

  test('may load SAPUI5 from its delivery network, and nothing else may', async () => {
    const policy = async (path: string): Promise<string> => (await get(path)).headers['content-security-policy']!
    const directives = (await policy(`/${name}/`)).split(';')
    expect(directives).toContain("script-src 'self' https://ui5.sap.com")
    expect(directives).toContain("connect-src 'self' https://ui5.sap.com")
    expect(directives).toContain("script-src-attr 'none'")
    expect(directives).toContain("object-src 'none'")
    for (const path of ['/', '/$index', '/common/theme.js', '/odata/v4/SagaFilm/', '/openapi/', '/nothing'])
      expect(await policy(path)).not.toContain('ui5.sap.com')
  })

  test('is found without the slash at the end as well', async () => {
    const { status, headers } = await fetchManually(`/${name}`)
    expect([status, headers.get('location')]).toEqual([301, `/${name}/`])
  })
})

const fetchManually = (path: string): Promise<Response> => fetch(app.url + path, { redirect: 'manual' })

test('sources of pages, models and texts are nobody’s business', async () => {
  const paths = ['services.cds', 'films/annotations.cds', 'common/labels.cds', '_i18n/i18n.properties', 'films/webapp/']
  for (const path of [...paths, 'home/../../package.json', 'films/..%2fannotations.cds', 'pictures/'])
    expect([path, (await get(`/${path}`)).status]).toEqual([path, 404])
})

test.each([
  ['en', '<html lang="en">'],
  ['de', '<html lang="de">'],
])('an address without a page is told to a browser that wants %s in its language', async (wanted, told) => {
  const { status, headers, text } = await get('/nowhere', { accept: 'text/html', 'accept-language': wanted })
  expect([status, headers['vary']]).toEqual([404, expect.stringContaining('Accept-Language')])
  expect(text).toContain(told)
})

test("CAP's own index is at /$index, and its links to pages lead there", async () => {
  const { status, text } = await get('/$index')
  expect(status).toBe(200)
  expect(text).toContain('href="odata/v4/SagaFilm/$metadata"')
  for (const name of [...APPS, '']) expect(text).toContain(`href="${name === '' ? '/' : `${name}/`}"`)
  expect(text).not.toMatch(/href="[^"]*webapp/)
  expect((await get('/%24index')).status).toBe(200)
})

describe('SAPUI5', () => {
  const folder = mkdtempSync(join(tmpdir(), 'saga-'))
  const ADDRESS = 'https://ui5.sap.com/1.136/resources/sap-ui-core.js'
  afterAll(() => {
    rmSync(folder, { recursive: true })
  })

  test('is found where it was put, and only when it is whole', () => {
    expect(findLocalUi5(folder)).toBeUndefined()
    const resources = join(folder, '.ui5', '1.136.0', 'resources')
    mkdirSync(resources, { recursive: true })
    expect(findLocalUi5(folder)).toBeUndefined()
    writeFileSync(join(resources, 'sap-ui-version.json'), '{}')
    expect(findLocalUi5(folder)).toBe(resources)
  })

  test.each([
    [undefined, ADDRESS],
    ['/resources', '/resources/sap-ui-core.js'],
  ])('that this server has at %j is loaded from %j', async (resources, address) => {
    writeFileSync(join(folder, 'index.html'), `<script src="${ADDRESS}"></script>`)
    const server = createServer(express().use('/app', servePage(folder, resources))).listen(0)
    try {
      const { port } = server.address() as AddressInfo
      for (const path of ['/app/', '/app/index.html', '/app/?sap-language=DE'])
        expect(await (await fetch(`http://127.0.0.1:${port}${path}`)).text()).toBe(`<script src="${address}"></script>`)
    } finally {
      server.close()
    }
  })
})
