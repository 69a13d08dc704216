/** What a page of the same origin that runs somebody else's scripts learns of who is signed in to the cockpit: nothing that it could take away. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { openCockpit } from '../support/cockpit.ts'

const journey = startBrowser({
  // What pages of other origins send is refused, which the browser tells in lines of its own.
  knownErrors: [/status of 403 \(Forbidden\)/, /blocked by CORS policy/, /ERR_BLOCKED_BY_RESPONSE|ERR_FAILED/],
})

/** Listens and asks on every channel that the pages of this server have, and wraps all that sends, in a window that it opens. */
const SPY = `
  window.seen = []
  window.note = (what) => window.seen.push(typeof what === 'string' ? what : JSON.stringify(what))
  for (const name of ['cds-dba.session', 'cds-dba', 'session', 'saga-session']) {
    const channel = new BroadcastChannel(name)
    channel.onmessage = ({ data }) => note(data)
    for (const kind of ['ask', 'signedInToApps', 'who', 'session']) channel.postMessage({ kind })
  }
  window.spyOn = (other) => {
    const { fetch } = other
    other.fetch = (input, init) => {
      const request = input instanceof other.Request ? input : new other.Request(input, init)
      note([...request.headers].map((pair) => pair.join(': ')).join('\\n'))
      return fetch.call(other, input, init).then((answer) => {
        note([...answer.headers].map((pair) => pair.join(': ')).join('\\n'))
        answer.clone().text().then(note, () => undefined)
        return answer
      })
    }
    const { setRequestHeader, send } = other.XMLHttpRequest.prototype
    other.XMLHttpRequest.prototype.setRequestHeader = function (...pair) {
      note(pair.join(': '))
      return setRequestHeader.apply(this, pair)
    }
    other.XMLHttpRequest.prototype.send = function (body) {
      note(String(body))
      return send.call(this, body)
    }
    const { set } = other.Headers.prototype
    other.Headers.prototype.set = function (...pair) {
      note(pair.join(': '))
      return set.apply(this, pair)
    }
    for (const store of [other.localStorage, other.sessionStorage]) note(Object.entries(store))
    note(other.document.cookie)
  }
`

const seenBy = async (page: Page): Promise<string> => (await page.evaluate<string[]>('window.seen')).join('\n')

journey(
  'no password, and nothing that signs in elsewhere, is to be had by another page of the origin',
  async ({ open, url }) => {
    const cockpit = await openCockpit(open, '/overview', 'operator')
    const context = cockpit.context()
    const spy = await context.newPage()
    // A document of the origin that is none of the pages.
    await spy.goto(`${url}/health`)
    await spy.evaluate(SPY)
    // A window of its own, wrapped before its pages load anything further, and one whose user goes on working.
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      spy.evaluate(`window.victim = window.open('/cockpit/#/tables'); undefined`),
    ])
    await opened.waitForLoadState()
    await spy.evaluate(`spyOn(window.victim)`).catch(() => undefined)
    await opened.getByRole('link', { name: 'saga_Film', exact: true }).first().click()
    await opened.waitForLoadState('networkidle')
    await spy.evaluate(`(async () => {
    spyOn(window)
    for (const { name } of await indexedDB.databases()) note(name)
    for (const name of await caches.keys()) note(name)
    note(await cookieStore?.getAll?.() ?? [])
    for (const path of ['/api/v1/session', '/api/v1/me', '/user']) await fetch(path, { headers: { 'X-CSRF-Token': 'Fetch' } })
  })()`)
    const seen = await seenBy(spy)
    const cookies = await context.cookies([`${url}/api/v1/me`, `${url}/odata/v4/SagaFilm/`, `${url}/user`])
    const secrets = [
      ...cookies.map(({ value }) => value),
      btoa('operator:operator'),
      'operator:operator',
      'Basic ',
      'password',
    ]
    expect(cookies.length).toBeGreaterThan(0)
    expect(secrets.filter((secret) => seen.includes(secret))).toEqual([])
    // All that it has learned opens nothing without the browser.
    const told = [...new Set(seen.match(/[\w-]{20,}/g) ?? [])].slice(0, 200)
    const statuses = await Promise.all(
      told.flatMap((each) => [
        fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${each}` } }),
        fetch(`${url}/api/v1/me`, { headers: { cookie: `saga-session=${each}`, 'x-csrf-token': each } }),
      ]),
    )
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([401]))
    expect(cookies.map(({ httpOnly, sameSite, path }) => [httpOnly, sameSite, path]).sort()).toEqual([
      [true, 'Strict', '/api/v1'],
      [true, 'Strict', '/odata'],
      [true, 'Strict', '/user'],
    ])
  },
)

journey('what a page of another port has the browser send changes nothing', async ({ open, url, read }) => {
  const cockpit = await openCockpit(open, '/overview', 'admin')
  // The same name, so the same site, whose cookies go along; another origin all the same.
  const elsewhere = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end('<title>other</title>'),
  )
  await new Promise<void>((resolve) => void elsewhere.listen(0, '127.0.0.1', resolve))
  try {
    const other = await cockpit.context().newPage()
    await other.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
    const failed: string[] = []
    other.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname))
    const paths = ['/api/v1/schemaClone', '/api/v1/session', '/odata/v4/SagaFilm/Planet']
    for (const path of paths)
      for (const [mode, type] of [
        ['no-cors', 'text/plain'],
        ['cors', 'application/json'],
      ])
        await other.evaluate(`fetch('${url}${path}', {
          method: 'POST', mode: '${mode}', credentials: 'include',
          headers: { 'content-type': '${type}' }, body: '{"name":"Stolen","source":"main","target":"stolen"}'
        }).catch(() => undefined)`)
    // Not even that they were refused can be read.
    expect([...new Set(failed)].sort()).toEqual([...paths].sort())
    const { value } = await read('/odata/v4/SagaFilm/Planet?$filter=name eq %27Stolen%27')
    const { schemas } = await read('/api/v1/schemas', 'admin')
    expect([value, JSON.stringify(schemas)]).toEqual([[], expect.not.stringContaining('stolen')])
    await cockpit.reload()
    await cockpit.getByRole('button', { name: /Signed in as admin/ }).waitFor()
  } finally {
    elsewhere.close()
  }
})

journey('statements end with the session, in all tabs', async ({ open }) => {
  const page = await openCockpit(open, '/query', 'admin')
  const run = async (tab: Page, sql: string): Promise<void> => {
    const field = tab.getByRole('textbox', { name: 'Statement' })
    await field.fill(sql)
    await field.press('Control+Enter')
    await tab.getByText(`1 row`).first().waitFor()
  }
  const kept = (tab: Page): Promise<string> =>
    tab.evaluate<string>('JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])')
  await run(page, 'select 4711 as secret')
  const other = await page.context().newPage()
  await other.goto(page.url().replace(/#.*/, '#/query'))
  await run(other, 'select 4712 as secret')
  expect([await kept(page), await kept(other)]).toEqual([
    expect.stringContaining('4711'),
    expect.stringContaining('4712'),
  ])
  await page.getByRole('button', { name: /Signed in as admin/ }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  for (const tab of [page, other]) {
    await tab.locator('#sign-in-user').waitFor()
    expect(await kept(tab)).not.toMatch(/471/)
  }
})
