/** The table of pages, which navigation and addresses are made of. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { LANGUAGES } from '../../../app/cockpit/src/i18n/language.ts'
import { findPage, GROUPS, PAGES } from '../../../app/cockpit/src/pages/index.ts'

const source = resolve(__dirname, '../../../app/cockpit/src')
const icons = readFileSync(join(source, 'shell/icons.ts'), 'utf8')

test('every folder of pages has its row, and every row its folder', () => {
  const entries = readdirSync(join(source, 'pages'), { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  expect(PAGES.map(({ id }) => id).sort()).toEqual(folders.sort())
})

test.each(PAGES.map((page) => [page.id, page] as const))('%s', (id, { icon, title, group, parent, load }) => {
  expect(findPage(id)?.id).toBe(id)
  expect(existsSync(join(source, 'pages', id, `${id}.tsx`))).toBe(true)
  expect(String(load)).toContain(`./${id}/${id}.tsx`)
  expect(icons).toContain(`/dist/${icon}.js'`)
  for (const language of LANGUAGES) expect(title[language]).toMatch(/^\p{Lu}/u)
  if (group === undefined) expect(PAGES.some((page) => page.id === parent && page.group)).toBe(true)
  else expect(Object.keys(GROUPS)).toContain(group)
})

test('one starts at the first page, and wrong addresses lead nowhere', () => {
  expect(findPage('')).toBe(PAGES[0])
  expect(findPage('nowhere')).toBeUndefined()
  expect(findPage('__proto__')).toBeUndefined()
})
