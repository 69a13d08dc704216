import process from 'node:process'
import { setFlagsFromString } from 'node:v8'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 10)) {
  process.stderr.write(
    `The server needs Node 24.10 or newer, and this is ${process.versions.node}: npm start and npx cds watch take the one of npm install\n`,
  )
  process.exit(1)
}

// What compiling the models makes would let V8's space for what dies young grow to 64 MB, which an idle server never gives
// back. srv/platform/process/young-generation.ts lifts this when the server listens.
setFlagsFromString('--semi-space-growth-factor=1')

// CAP looks for handlers in .ts files only where this is set, and serves without them in silence elsewhere.
// A .js file is found in every case: with this one no way of starting the server can forget the handlers.
process.env.CDS_TYPESCRIPT = 'true'

const { default: server } = await import('./server.ts')

export default server
