/** The list of apps that the cockpit is told, against what is served and what the line above the other pages says. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { APPS } from '../../srv/apps.ts'
import { ROOT } from '../support/app.ts'
import { borrowApp } from '../support/borrowed-server.ts'
import { send } from '../support/odata.ts'

const app = borrowApp()

test.each(APPS.map(({ href }) => href))('there is a page at %s', async (href) => {
  const { status, headers } = await send(app, 'GET', href)
  expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/html/)])
})

test('the line above the other pages has the same, and the cockpit', () => {
  const line = readFileSync(join(ROOT, 'app/common/webapp/shell.js'), 'utf8')
  const listed = [...line.matchAll(/^ {2}\['(\/[^']*)', (?:say\('([^']+)', '([^']+)'\)|'([^']+)')\],$/gm)]
  const read = listed.map(([, href, en, de, both]) => ({ href, title: { en: en ?? both, de: de ?? both } }))
  expect(read).toEqual([...APPS, { href: '/cockpit/', title: { en: 'Cockpit', de: 'Cockpit' } }])
})
