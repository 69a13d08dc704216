/** A server of the platform's rooms around products and categories, for what the protocol asks of any service. */
import { startModel } from './model-server.ts'
import { type Answer, type Options, send } from './odata.ts'
import type { App } from './app.ts'
import type { Database } from './server-on.ts'

export const ROOT = '/odata/v4/reference/'

/** A server with the rows below. */
export interface ReferenceApp {
  readonly app: App
  readonly url: string
  /** Sends a request to a path below the service. */
  ask(method: string, path: string, options?: Options): Promise<Answer>
  stop(): Promise<void>
}

/** Codes of suppliers that need care in URLs. */
export const CODES = ['S1', 'A/B', '50%', 'a?b', "it's", 'a#b', 'x(y)', 'a b', 'a,b', 'a=b', 'a+b', 'é']

const ROWS: readonly (readonly [set: string, row: object])[] = [
  ['Categories', { ID: 1, name: 'Drinks' }],
  ['Categories', { ID: 2, name: 'Hot drinks', parent_ID: 1 }],
  ['Categories', { ID: 3, name: 'Tea', parent_ID: 2 }],
  ...CODES.map((code) => ['Suppliers', { code, name: `Supplier ${code}` }] as const),
  [
    'Products',
    {
      ID: 1,
      name: 'Green tea',
      price: 2.5,
      stock: 10,
      released: '2020-01-02',
      category_ID: 3,
      supplier_code: 'S1',
      parts: [
        { ID: 1, name: 'leaf' },
        { ID: 2, name: 'bag' },
      ],
    },
  ],
  ['Products', { ID: 2, name: 'Black tea', price: 3, category_ID: 3, supplier_code: 'A/B' }],
  ['Products', { ID: 3, name: 'Coffee', price: 5, category_ID: 2 }],
]

export const startReferenceApp = async (database: Database): Promise<ReferenceApp> => {
  const { url, stop } = await startModel('reference-model', database)
  const app = { url } as unknown as App
  const ask: ReferenceApp['ask'] = (method, path, options) => send(app, method, ROOT + path, options)
  for (const [set, body] of ROWS) {
    const { status, text } = await ask('POST', set, { body })
    if (status !== 201) throw new Error(text)
  }
  return { app, url, ask, stop }
}
