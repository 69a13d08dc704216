/**
 * What is kept is what CAP makes: every other test relies on it.
 * @long: compiles all models, as often as there are ways to.
 */
import cds from '@sap/cds'
import { toText } from './object-graph.ts'

interface Compiler {
  load(models: string): Promise<object>
  minify(model: object): object
  compile: { for: { odata(model: object): object }; to: { sql(model: object, options: object): object } }
}
const { load, minify, compile } = cds as unknown as Compiler

/** The function of CAP below the one that keeps its results. */
const own = <F extends object>(keeping: F): F => Object.getPrototypeOf(keeping) as F

const fresh = (): Promise<object> => own(load)('*')

test('a model that is loaded', async () => {
  await load('*')
  expect(toText(await load('*'))).toBe(toText(await fresh()))
})

test('a model for OData', async () => {
  const model = minify(await fresh())
  compile.for.odata(model)
  const kept = compile.for.odata(model)
  expect(toText(kept)).toBe(toText(own(compile.for.odata)(minify(await fresh()))))
})

test.each(['sqlite', 'postgres'])('SQL for %s', async (dialect) => {
  const options = { dialect }
  compile.to.sql(minify(await fresh()), options)
  expect(compile.to.sql(minify(await fresh()), options)).toEqual(own(compile.to.sql)(minify(await fresh()), options))
})
