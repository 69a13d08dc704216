/** The words of the pages: all languages have the same, all that are used are there, and all that are there are used. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/server-process.ts'
import { readTexts } from '../support/texts.ts'

/** All files below `app/` that are not somebody else's. */
const files = readdirSync(join(ROOT, 'app'), { recursive: true, encoding: 'utf8' })
  .map((file) => join('app', file))
  .filter((file) => !/[\\/](node_modules|dist)[\\/]/.test(file))
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found!)

const bundles = files.filter((file) => file.endsWith('i18n.properties')).concat('srv/_i18n/messages.properties')

test('there are texts for the annotations and for each app', () => {
  expect(bundles.length).toBe(5)
})

test.each(bundles)('%s has the same keys in German', (bundle) => {
  const german = readTexts(join(ROOT, bundle.replace('.properties', '_de.properties')))
  expect([...german.keys()]).toEqual([...readTexts(join(ROOT, bundle)).keys()])
})

test('the annotations use all texts that they have, and no others', () => {
  const used = files.filter((file) => file.endsWith('.cds')).flatMap((file) => matches(read(file), /\{i18n>(\w+)\}/g))
  const texts = readTexts(join(ROOT, 'app/_i18n/i18n.properties'))
  expect([...new Set(used)].sort()).toEqual([...texts.keys()].sort())
})

const germanPages = files.filter((file) => file.endsWith('_de.html'))

test('all pages in German are compared: the start page, the figures, and the one of unknown addresses', () => {
  expect(germanPages.length).toBe(3)
})

test.each(germanPages)('%s is the page in English, but for its words', (page) => {
  /** The page with one mark for each piece of text, and without the names that only screen readers tell. */
  const bones = (file: string): string =>
    read(file)
      .replace(/ (?:lang|aria-label|data-unknown)="[^"]*"/g, '')
      .replace(/<(\/?)\s*/g, '<$1')
      .replace(/\s*(\/?)>/g, '$1>')
      .replace(/>[^<]+</g, (text) => (text.trim() === '><' ? '><' : '>…<'))
      .replace(/\s+/g, ' ')
  expect(bones(page)).toBe(bones(page.replace('_de.html', '.html')))
})
