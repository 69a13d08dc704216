/** The applications that the package is added to by its tests, and what they stand for. */
import { createApp, createSample, type ForeignApp } from './foreign-app.ts'
import type { Subject } from './foreign-operations.ts'
import { COMMONJS_SHOP, TYPESCRIPT_SHOP } from './foreign-shops.ts'
import { COMMONJS_TESTS, ES_TESTS, type ForeignTests, TYPESCRIPT_TESTS } from './foreign-tests.ts'

/** An application that the package is added to by its tests. */
export interface Host {
  readonly name: string
  readonly create: (node?: string) => ForeignApp
  /** The version of Node that runs it; by default that of this project. */
  readonly node?: string
  readonly engine: Subject['engine']
  /** The version of CAP that it has, and how its modules are written. */
  readonly cap: 9 | 10
  readonly modules: 'ES modules' | 'CommonJS' | 'TypeScript'
  readonly tables: Omit<Subject, 'url' | 'engine' | 'dba' | 'reader' | 'hasAuthorizer'> & {
    /** All tables with the application's own data. */
    readonly own: readonly string[]
  }
  /** A file of its own, or the memory of the process. */
  readonly file?: string
  /** Started by `cds watch`. */
  readonly isWatched?: boolean
  readonly tests?: ForeignTests
}

export const SAMPLE: Host['tables'] = {
  books: 'sap_capire_bookshop_Books',
  authors: 'sap_capire_bookshop_Authors',
  view: 'CatalogService_ListOfBooks',
  references: 3,
  services: ['AdminService', 'CatalogService'],
  born: 'dateOfBirth',
  own: ['sap_capire_bookshop_Authors', 'sap_capire_bookshop_Books', 'sap_capire_bookshop_Genres'],
}
export const SHOP: Host['tables'] = {
  books: 'shop_Books',
  authors: 'shop_Authors',
  view: 'CatalogService_Books',
  references: 1,
  services: ['AdminService', 'CatalogService'],
  born: 'born',
  own: ['shop_Authors', 'shop_Books', 'shop_Chapters'],
}

const NEWEST_NODE: readonly Host[] = [
  {
    name: 'the sample of cds init, in memory, by cds watch',
    create: createSample,
    cap: 10,
    modules: 'ES modules',
    engine: 'sqlite',
    tables: SAMPLE,
    isWatched: true,
    tests: ES_TESTS,
  },
  {
    name: 'the sample of cds init, on PostgreSQL',
    create: createSample,
    cap: 10,
    modules: 'ES modules',
    engine: 'postgres',
    tables: SAMPLE,
  },
  {
    name: 'a CommonJS application on CAP 9, in memory',
    create: (node) => createApp(COMMONJS_SHOP, node),
    cap: 9,
    modules: 'CommonJS',
    engine: 'sqlite',
    tables: SHOP,
    tests: COMMONJS_TESTS,
  },
  {
    name: 'a TypeScript application with drafts, in a file',
    create: (node) => createApp(TYPESCRIPT_SHOP, node),
    cap: 10,
    modules: 'TypeScript',
    engine: 'sqlite',
    tables: SHOP,
    file: 'shop.sqlite',
    tests: TYPESCRIPT_TESTS,
  },
]

/** The oldest Node that the package takes, and the newest of that line, which runs TypeScript as it is. */
const NODE_22: readonly Host[] = [
  { ...NEWEST_NODE[1]!, node: '22.20.0' },
  { ...NEWEST_NODE[2]!, node: '22.20.0' },
  { ...NEWEST_NODE[3]!, node: '22' },
].map(({ tests: _, ...host }) => host)

export const HOSTS: readonly Host[] = [
  ...NEWEST_NODE,
  ...NODE_22.map((host) => ({ ...host, name: `${host.name}, on Node ${String(host.node)}` })),
]

const ENGINES = { sqlite: 'SQLite in memory', postgres: 'PostgreSQL' } as const

/** The rows of the table that tells what the package is tested with: CAP, Node.js, modules, database, tests. */
export const compatibility = (): string[][] =>
  HOSTS.map(({ cap, node, modules, engine, file, tests }) => [
    String(cap),
    node ?? '24',
    modules,
    file === undefined ? ENGINES[engine] : 'SQLite in a file',
    Object.keys(tests?.runners ?? {}).join(', ') || '–',
  ])
