import cds from '@sap/cds'
import './compile-cache.ts'

// CAP looks for handlers in .ts files only where this is set; srv/server.js sets it for every other way of starting.
process.env['CDS_TYPESCRIPT'] = 'true'

// In an ESM project CAP loads files by dynamic import, which jest's sandbox refuses; jest compiles ours to CommonJS.
// eslint-disable-next-line @typescript-eslint/no-require-imports -- this require is jest's, the point of the replacement
const load = (id: string): unknown => require(id) as unknown
Object.assign(cds.utils, { import: load, _import: load })

// The one line that CAP writes past its own log levels.
const { log } = console
console.log = (...args: unknown[]) => {
  if (args[0] !== '[cds] - bootstrapping from') log(...args)
}
