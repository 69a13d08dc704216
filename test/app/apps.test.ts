/** The Fiori apps hang together: what their descriptors name is there, and all name one version of SAPUI5. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ROOT } from '../support/server-process.ts'
import { readServiceModel } from '../support/service-model.ts'
import { readTexts } from '../support/texts.ts'

const APP = join(ROOT, 'app')
const APPS = readdirSync(APP).filter((name) => existsSync(join(APP, name, 'webapp', 'manifest.json')))
const read = (app: string, file: string): string => readFileSync(join(APP, app, 'webapp', file), 'utf8')

interface Target {
  readonly name: string
  readonly id: string
  readonly options: {
    readonly settings: {
      readonly contextPath: string
      readonly navigation?: Record<string, { detail: { route: string } }>
      readonly controlConfiguration?: Record<string, unknown>
      readonly views?: { paths: { contextPath?: string; annotationPath: string }[] }
    }
  }
}

interface Manifest {
  readonly 'sap.app': {
    readonly id: string
    readonly dataSources: { mainService: { uri: string } }
  }
  readonly 'sap.ui5': {
    readonly dependencies: { minUI5Version: string }
    readonly routing: {
      readonly routes: { pattern: string; name: string; target: string }[]
      readonly targets: Record<string, Target>
    }
  }
}

const manifestOf = (app: string): Manifest => JSON.parse(read(app, 'manifest.json')) as Manifest

test('there are three of them', () => {
  expect(APPS).toEqual(['films', 'people', 'shows'])
})

test('all name the version of SAPUI5 that tests run with', () => {
  const { framework } = parse(readFileSync(join(ROOT, 'test/ui5/ui5.yaml'), 'utf8')) as {
    framework: { version: string }
  }
  const minor = framework.version.replace(/\.\d+$/, '')
  for (const app of APPS) {
    expect(manifestOf(app)['sap.ui5'].dependencies.minUI5Version).toBe(framework.version)
    const addresses = [...read(app, 'index.html').matchAll(/https:\/\/[^"]*/g)].map(([address]) => address)
    expect(addresses).toEqual([`https://ui5.sap.com/${minor}/resources/sap-ui-core.js`])
  }
})

test('what is chosen in the line above them is kept where the cockpit looks for it', () => {
  const KEY = /^const KEY = '(.*)'$/m
  const keyOf = (file: string): string => KEY.exec(readFileSync(join(APP, 'cockpit', 'src', file), 'utf8'))![1]!
  const [language, theme] = [keyOf('i18n/language.ts'), keyOf('shell/theme.ts')]
  for (const key of [language, theme]) expect(read('common', 'shell.js')).toContain(`key: '${key}'`)
  for (const file of ['language.js', 'page-language.js'])
    expect(read('common', file)).toContain(`getItem('${language}')`)
  expect(read('common', 'theme.js')).toContain(`const KEY = '${theme}'`)
})

describe.each(APPS)('%s', (app) => {
  const manifest = manifestOf(app)
  const { routes, targets } = manifest['sap.ui5'].routing

  test('goes by one name', () => {
    const { id } = manifest['sap.app']
    expect(id).toBe(`saga.${app}`)
    expect(read(app, 'Component.js')).toContain(`'${id}.Component'`)
    expect(read(app, 'index.html')).toContain(`data-name="${id}"`)
  })

  test('has all files that its page names, and all texts that its descriptor names', () => {
    for (const [, path] of read(app, 'index.html').matchAll(/(?:src|href)="\/([^"]*)"/g)) {
      const [folder, file] = path!.split('/') as [string, string]
      expect([path, existsSync(join(APP, folder, 'webapp', file))]).toEqual([path, true])
    }
    const texts = readTexts(join(APP, app, 'webapp/i18n/i18n.properties'))
    const named = [...read(app, 'manifest.json').matchAll(/\{\{(\w+)\}\}/g)].map(([, key]) => key!)
    // Texts that stand instead of those of UI5.
    const isInstead = (key: string): boolean =>
      /^[CT]_[A-Z_]+$/.test(key) && read(app, 'manifest.json').includes('"enhanceI18n"')
    expect([...new Set(named)].sort()).toEqual([...texts.keys()].filter((key) => !isInstead(key)).sort())
  })

  test('every route has its target, and every target its route', () => {
    const reached = routes.map(({ target }) => target)
    expect(reached.sort()).toEqual(Object.keys(targets).sort())
    for (const [name, { id }] of Object.entries(targets)) expect(id).toBe(name)
  })

  test('every target shows an entity set, with layouts that it has, and leads to routes that there are', async () => {
    const model = await readServiceModel(manifest['sap.app'].dataSources.mainService.uri.split('/').at(-2)!)
    /** The type at a context path such as `/Shows/episodes`. */
    const typeAt = (path: string): string | undefined => {
      const [set, ...navigation] = path.slice(1).split('/') as [string, ...string[]]
      return navigation.length === 0 ? set : model.follow(set, navigation.join('/'))?.target
    }
    /** Whether an annotation path such as `characters/@com.sap.vocabularies.UI.v1.LineItem` leads somewhere. */
    const isAnnotated = (type: string, path: string): boolean => {
      const [, navigation, term] = /^(?:(.+)\/)?@?com\.sap\.vocabularies\.UI\.v1\.(.+)$/.exec(path)!
      const at =
        navigation === undefined
          ? type
          : navigation.startsWith('/')
            ? typeAt(navigation)
            : model.follow(type, navigation)?.target
      return at !== undefined && `@UI.${term!}` in model.annotations(at)
    }
    for (const { options } of Object.values(targets)) {
      const { contextPath, navigation = {}, controlConfiguration = {}, views } = options.settings
      const type = typeAt(contextPath)!
      expect([contextPath, model.types.includes(type)]).toEqual([contextPath, true])
      for (const { detail } of Object.values(navigation)) expect(routes.map(({ name }) => name)).toContain(detail.route)
      for (const from of Object.keys(navigation))
        expect([from, model.types.includes(from) || model.follow(type, from) !== undefined]).toEqual([from, true])
      for (const path of Object.keys(controlConfiguration))
        expect([path, isAnnotated(type, path)]).toEqual([path, true])
      for (const view of views?.paths ?? [])
        expect([view, isAnnotated(typeAt(view.contextPath ?? contextPath)!, view.annotationPath)]).toEqual([view, true])
    }
  })
})
