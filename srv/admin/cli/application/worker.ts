/** Starts the application of a folder as CAP does, but listening at a socket of the file system: no port is opened. */
import { createRequire } from 'node:module'
import { Server } from 'node:net'
import { join } from 'node:path'
import process, { env } from 'node:process'

type Serve = (what: readonly string[], options: object) => Promise<{ readonly server: Server }>

/** Whatever of the application listens to somebody does so in this directory. */
const listenIn = (directory: string): void => {
  let sockets = 0
  const { listen } = Server.prototype
  Server.prototype.listen = function listenAtSocket(this: Server, ...given: unknown[]) {
    const listener = given.at(-1)
    const at = join(directory, String(++sockets))
    return Reflect.apply(listen, this, typeof listener === 'function' ? [at, listener] : [at]) as Server
  }
}

const start = async (directory: string): Promise<void> => {
  listenIn(directory)
  const serve = createRequire(join(process.cwd(), 'package.json'))('@sap/cds/bin/serve.js') as Serve
  const { server } = await serve(['all'], { port: 0, 'with-bindings': true, 'with-mocks': true, 'in-memory?': true })
  process.send?.({ socket: server.address() })
}

const { DBA_OWNER_SOCKETS } = env
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
if (DBA_OWNER_SOCKETS !== undefined)
  start(DBA_OWNER_SOCKETS).catch((error: unknown) => {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  })
