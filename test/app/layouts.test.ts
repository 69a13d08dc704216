/** What the pages are made of: every field, section and value help leads somewhere and has a name. No browser is needed. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/server-process.ts'
import { readServiceModel, type ServiceModel } from '../support/service-model.ts'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
const pathOf = (value: unknown): string | undefined =>
  isObject(value) && typeof value['$Path'] === 'string' ? value['$Path'] : undefined

/** All objects inside a value, itself among them. */
const records = (value: unknown): Json[] =>
  isObject(value) ? [...(Array.isArray(value) ? [] : [value]), ...Object.values(value).flatMap(records)] : []

/** The layouts of a type: its annotations of the UI vocabulary. */
const layouts = (model: ServiceModel, type: string): Json =>
  Object.fromEntries(Object.entries(model.annotations(type)).filter(([term]) => term.startsWith('@UI.')))

const hasLabel = (model: ServiceModel, type: string, path: string): boolean => {
  const end = model.follow(type, path)
  return end !== undefined && model.annotations(end.type, end.property)['@Common.Label'] !== undefined
}

describe.each(['SagaFilm', 'SagaEpisode'])('%s', (service) => {
  let model: ServiceModel
  /** Says what is wrong, in a line for each place, of all types. */
  const complain = (check: (type: string) => string[]): string[] =>
    model.types.flatMap((type) => check(type).map((problem) => `${type}: ${problem}`))

  beforeAll(async () => {
    model = await readServiceModel(service)
  })

  test('has layouts at all', () => {
    expect(model.types.filter((type) => '@UI.LineItem' in model.annotations(type)).length).toBeGreaterThan(5)
  })

  test('every field of a layout exists and has a title', () => {
    const problems = complain((type) =>
      records(layouts(model, type)).flatMap((record) => {
        const path = pathOf(record['Value'])
        if (path === undefined) return []
        if (model.follow(type, path) === undefined) return [`no ${path}`]
        const isNamed = record['Label'] !== undefined || record['Title'] !== undefined || hasLabel(model, type, path)
        return isNamed ? [] : [`${path} has no title`]
      }),
    )
    expect(problems).toEqual([])
  })

  test('every field to select or sort by exists, and those to select by have a title', () => {
    const problems = complain((type) => {
      const annotations = layouts(model, type)
      const selected = (annotations['@UI.SelectionFields'] ?? []) as string[]
      const sorted = records(annotations).flatMap(({ Property: path }) => (typeof path === 'string' ? [path] : []))
      return [
        ...selected.filter((path) => !hasLabel(model, type, path)).map((path) => `${path} has no title`),
        ...sorted.filter((path) => model.follow(type, path) === undefined).map((path) => `no ${path}`),
      ]
    })
    expect(problems).toEqual([])
  })

  test('every section and every variant shows something that there is', () => {
    const problems = complain((type) =>
      records(layouts(model, type)).flatMap(({ Target, Visualizations }) =>
        [Target, ...((Visualizations ?? []) as string[])].flatMap((target) => {
          if (typeof target !== 'string') return []
          const [, path, term] = /^(?:(.*)\/)?(@.*)$/.exec(target)!
          const at = path === undefined ? type : model.follow(type, path)?.target
          return at !== undefined && term! in model.annotations(at) ? [] : [`no ${target}`]
        }),
      ),
    )
    expect(problems).toEqual([])
  })

  test('the columns of a table take its whole width, in percent', () => {
    // Without widths UI5 leaves the right side of wide windows empty; with `auto` it fails on phones.
    const problems = complain((type) =>
      Object.entries(layouts(model, type)).flatMap(([term, columns]) => {
        if (!term.startsWith('@UI.LineItem')) return []
        const widths = (columns as Json[]).map(
          (column) => (column['@HTML5.CssDefaults'] as Json | undefined)?.['width'],
        )
        const sum = widths.reduce<number>((total, width) => total + Number(/^(\d+)%$/.exec(String(width))?.[1]), 0)
        return Math.abs(sum - 100) <= 2 ? [] : [`${term}: ${sum}%`]
      }),
    )
    expect(problems).toEqual([])
  })

  test('every value help looks into an entity set of the service, at properties with titles', () => {
    const problems = complain((type) =>
      model.properties(type).flatMap((property) => {
        const list = model.annotations(type, property)['@Common.ValueList'] as
          | { CollectionPath: string; Parameters: { LocalDataProperty?: unknown; ValueListProperty: string }[] }
          | undefined
        if (list === undefined) return []
        if (!model.types.includes(list.CollectionPath)) return [`${property}: no ${list.CollectionPath}`]
        return list.Parameters.flatMap(({ ValueListProperty: shown }) => {
          const isHidden = model.annotations(list.CollectionPath, shown)['@UI.Hidden'] === true
          return isHidden || hasLabel(model, list.CollectionPath, shown) ? [] : [`${property}: ${shown} has no title`]
        })
      }),
    )
    expect(problems).toEqual([])
  })

  test('every unit is one that the apps write', () => {
    const written = readFileSync(join(ROOT, 'app/common/webapp/units.js'), 'utf8')
    const problems = complain((type) =>
      model.properties(type).flatMap((property) => {
        const unit = model.annotations(type, property)['@Measures.Unit']
        if (typeof unit !== 'string') return []
        // Fiori Elements takes a percent sign for no unit: it is written after values that are not known, too.
        if (unit === '%') return [`${property}: %`]
        const isWritten = new RegExp(`^ +'?${unit}'?: `, 'm').test(written)
        return isWritten ? [] : [`${property}: ${unit}`]
      }),
    )
    expect(problems).toEqual([])
  })

  test('all words come from the texts', () => {
    const WORDS = ['Label', 'Title', 'TypeName', 'TypeNamePlural', 'Text']
    const problems = complain((type) =>
      records(layouts(model, type)).flatMap((record) =>
        WORDS.map((word) => record[word]).filter(
          (text): text is string => typeof text === 'string' && !/^\{i18n>\w+\}$/.test(text),
        ),
      ),
    )
    expect(problems).toEqual([])
  })
})

test('models and services know nothing of pages', () => {
  const files = ['db', 'srv'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.cds'))
      .map((file) => join(folder, file)),
  )
  const isAboutPages = (file: string): boolean =>
    /@(?:title|UI\b|HTML5\b|Common\.(?:Label|Text|ValueList|SemanticKey|SideEffects))/.test(
      readFileSync(join(ROOT, file), 'utf8'),
    )
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter(isAboutPages)).toEqual([])
})
