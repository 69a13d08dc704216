/** Every text is there in every language, says the same with the same parameters, and is used. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { GLOSSARY } from '../../../app/cockpit/src/i18n/glossary.ts'
import { LANGUAGES } from '../../../app/cockpit/src/i18n/language.ts'
import type { Message, Texts } from '../../../app/cockpit/src/i18n/translate.ts'

const source = resolve(__dirname, '../../../app/cockpit/src')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
const textFiles = files.filter((file) => /texts\.ts$/.test(file) && !file.startsWith('i18n')).sort()

const load = async (file: string): Promise<Texts> => ((await import(join(source, file))) as { texts: Texts }).texts

const formsOf = (message: Message): string[] => (typeof message === 'string' ? [message] : Object.values(message))
const parametersOf = (message: Message): string[] =>
  [...new Set(formsOf(message).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort()

test('there are texts', () => {
  expect(textFiles.length).toBeGreaterThan(5)
})

describe.each(textFiles)('%s', (file) => {
  test('has the same texts in all languages, none of them empty', async () => {
    const texts = await load(file)
    expect(Object.keys(texts).sort()).toEqual([...LANGUAGES].sort())
    for (const language of LANGUAGES) {
      expect(Object.keys(texts[language]).sort()).toEqual(Object.keys(texts.en).sort())
      for (const message of Object.values(texts[language]))
        for (const form of formsOf(message)) expect(form.trim()).toBe(form === '' ? 'a text' : form)
    }
  })

  test('says everything with the same parameters', async () => {
    const texts = await load(file)
    for (const [key, message] of Object.entries(texts.en))
      expect([key, parametersOf(texts.de[key]!)]).toEqual([key, parametersOf(message)])
  })

  test('has no text that nobody shows', async () => {
    const folder = dirname(file)
    const isNeighbour = (name: string): boolean => dirname(name) === folder && /\.tsx?$/.test(name) && name !== file
    const code = files.filter(isNeighbour).map((name) => readFileSync(join(source, name), 'utf8'))
    // A key is named in full, or put together from its beginning and a value.
    const isUsed = (key: string): boolean => {
      const beginnings = [...key].flatMap((char, at) => (char === '.' ? [`\`${key.slice(0, at + 1)}\${`] : []))
      const middles = key.split('.').length > 2 ? [`\${`, `.${key.split('.').at(-1)!}\``] : []
      const isBuilt = middles.length > 0 && code.some((text) => middles.every((part) => text.includes(part)))
      return isBuilt || code.some((text) => [`'${key}'`, ...beginnings].some((part) => text.includes(part)))
    }
    const unused = Object.keys((await load(file)).en).filter((key) => !isUsed(key))
    expect(unused).toEqual([])
  })
})

describe('the glossary', () => {
  const said = async (): Promise<[file: string, language: string, text: string][]> =>
    (
      await Promise.all(
        textFiles.map(async (file) => {
          const texts = await load(file)
          return LANGUAGES.flatMap((language) =>
            Object.values(texts[language]).flatMap((message) =>
              formsOf(message).map((text): [string, string, string] => [file, language, text]),
            ),
          )
        }),
      )
    ).flat()

  test('names every term in every language', () => {
    for (const entry of GLOSSARY) for (const language of LANGUAGES) expect(entry[language].term).not.toBe('')
  })

  test.each(GLOSSARY.map((entry) => [entry.en.term, entry] as const))(
    '%s is called so everywhere',
    async (_, entry) => {
      const wrong = (await said()).filter(([, language, text]) =>
        entry[language as 'en'].avoid.some((words) => text.toLowerCase().includes(words.toLowerCase())),
      )
      expect(wrong).toEqual([])
    },
  )
})
