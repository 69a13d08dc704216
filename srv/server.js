import process from 'node:process'

// CAP looks for handlers in .ts files only where this is set, and serves without them in silence elsewhere.
// A .js file is found in every case: with this one no way of starting the server can forget the handlers.
process.env.CDS_TYPESCRIPT = 'true'

const { default: server } = await import('./server.ts')

export default server
