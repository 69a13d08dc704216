/** Two servers around a model with every type of CDS, on SQLite and on PostgreSQL, with the same records. */
import { startAllTypes } from './all-types.ts'
import { type Answer, type Options, send } from './odata.ts'
import { DATABASES } from './server-on.ts'
import type { App } from './app.ts'

export const ROOT = '/types/'

/** Keys of records whose place in an order is the same on every engine. */
export const keyOf = (index: number): string => `${String(index)}0000000-0000-4000-8000-000000000000`

const NAMES = ['Straße', 'abc', '😀é\t', '\u00a0 b ', 'İstanbul', null, "it's 1", '', 'ΣΑΣ'] as const
const pick = <Value>(index: number, ...values: readonly Value[]): Value => values[index % values.length] as Value

/** Records of which each property has several values, null among them. */
export const ROWS: readonly Readonly<Record<string, unknown>>[] = NAMES.map((text, index) => ({
  ID: keyOf(index + 1),
  text,
  free: NAMES[NAMES.length - 1 - index],
  flag: pick(index, true, false, null),
  tiny: pick(index, 0, 1, null, 255),
  short: pick(index, -5, 0, null),
  whole: pick(index, 7, -3, null, 2),
  big: pick(index, '9007199254740993', null, '-1'),
  decimal: pick(index, 0.1, 2.5, null, -2.5),
  double: pick(index, 1.5, -2.5, null, 0.5),
  single: pick(index, 0.5, null),
  day: pick(index, '2024-02-29', null, '1999-12-31'),
  clock: pick(index, '10:11:12', '00:00:00', null),
  moment: pick(index, '2024-02-29T10:11:12Z', null, '1970-01-01T00:00:00Z'),
  instant: pick(index, null, '2024-02-29T10:11:12.123Z', '1999-12-31T23:59:59.999Z'),
  bytes: pick(index, 'AP8=', null, 'YWJj'),
  state: pick(index, 'open', null, 'closed'),
  grade: pick(index, 1, 2, null),
  tags: pick<readonly (string | null)[] | null>(index, ['a', 'b'], null, [], ['b', null], ["it's"]),
  points: pick<readonly object[] | null>(
    index,
    null,
    [{ label: 'x', at: 1 }],
    [
      { label: null, at: null },
      { label: 'y', at: 9 },
    ],
  ),
  parts: [
    { ID: index * 2, price: 1.5 },
    { ID: index * 2 + 1, price: null },
  ],
}))

const escaped = (path: string): string => path.replaceAll(/[^\w$&=?/(),:;.'*@-]+/gu, encodeURIComponent)

/** Both servers. */
export interface TypeServers {
  /** Sends a request to both, what is not plain in its URL escaped. */
  both(method: string, path: string, options?: Options): Promise<[sqlite: Answer, postgres: Answer]>
  stop(): Promise<void>
}

export const startTypeServers = async (): Promise<TypeServers> => {
  const servers = await Promise.all(DATABASES.map((database) => startAllTypes(database)))
  const both: TypeServers['both'] = async (method, path, options) => {
    const [sqlite, postgres] = await Promise.all(
      servers.map(({ url }) => send({ url } as unknown as App, method, ROOT + escaped(path), options)),
    )
    return [sqlite!, postgres!]
  }
  for (const body of ROWS)
    for (const { status, text } of await both('POST', 'Things', { body })) if (status !== 201) throw new Error(text)
  return {
    both,
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()))
    },
  }
}
