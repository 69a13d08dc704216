import { readFileSync } from 'node:fs'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { Client, type Connection, connectionOf, namesNoServer, ServerError, UsageError } from './client.ts'
import type { Command, Options } from './command.ts'
import { COMMANDS } from './commands.ts'
import { printed, type Style } from './print.ts'

/** What of a process is used here. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
  cwd(): string
}

/** Exit codes. */
export const CODES = { fine: 0, findings: 1, error: 2 } as const

const COMMON: ParseArgsOptionsConfig = {
  ...{
    url: { type: 'string' },
    login: { type: 'string' },
    profile: { type: 'string' },
    json: { type: 'boolean' },
    csv: { type: 'boolean' },
  },
  ...{ help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } },
}

/**
 * Runs one command: what it answers goes to the output, all else to the error output.
 *
 * @returns the exit code: 0 fine, 1 something was found, 2 it could not be done.
 */
export const runCli = async (words: readonly string[], terminal: Terminal): Promise<number> => {
  const { stdout, stderr } = terminal
  try {
    const [name = '', ...rest] = words
    if (['', 'help', '--help', '-h'].includes(name)) return await write(stdout, overview())
    if (name === '--version') return await write(stdout, `${version()}\n`)
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (!command) throw new UsageError(`There is no command '${name}': cds-dba --help lists those there are`)
    return await runCommand(command, rest, terminal)
  } catch (error) {
    const { message } = error as Error
    stderr.write(`${error instanceof ServerError || error instanceof UsageError ? message : `Error: ${message}`}\n`)
    return CODES.error
  }
}

const runCommand = async (command: Command, words: readonly string[], terminal: Terminal): Promise<number> => {
  const { stdout } = terminal
  const { values, positionals } = parsed(command, words)
  if (values['help'] === true) return write(stdout, usageOf(command))
  const [least, most] = command.words
  if (positionals.length < least || positionals.length > most) throw new UsageError(`Usage: cds-dba ${command.usage}`)
  const opened = await open(values, terminal)
  try {
    return await answer(command, positionals, values, terminal, opened.connection)
  } finally {
    await opened.close()
  }
}

const NOTHING_TO_CLOSE = (): Promise<void> => Promise.resolve()

/** The server that is meant: one that is named, or the application of this folder, which is started for this command. */
const open = async (
  values: Options,
  { env, cwd }: Terminal,
): Promise<{ connection: Connection; close(): Promise<void> }> => {
  if (!namesNoServer(values, env)) return { connection: await connectionOf(values, env), close: NOTHING_TO_CLOSE }
  const { isApplication, startApplication } = await import('./application/start.ts')
  if (!isApplication(cwd())) return { connection: await connectionOf(values, env), close: NOTHING_TO_CLOSE }
  const profile = values['profile'] === undefined ? {} : { CDS_ENV: String(values['profile']) }
  const { path, socket, stop } = await startApplication(cwd(), { ...env, ...profile })
  const { overSocket } = await import('./application/start.ts')
  return {
    connection: { url: `http://localhost${path}`, login: undefined, transport: overSocket(socket) },
    close: stop,
  }
}

const answer = async (
  command: Command,
  words: readonly string[],
  values: Options,
  { stdout, stderr }: Terminal,
  connection: Connection,
): Promise<number> => {
  const progress = { isShown: false }
  const done = await command.run({
    client: new Client(connection),
    words,
    options: values,
    output: stdout,
    onBytes: (bytes) => {
      if (!stderr.isTTY) return
      progress.isShown = true
      stderr.write(`\r${(bytes / 1_000_000).toFixed(1)} MB`)
    },
  })
  if (progress.isShown) stderr.write('\n')
  const style: Style = values['json'] === true ? 'json' : values['csv'] === true ? 'csv' : 'people'
  if (done.answer) await write(stdout, printed(done.answer, style, done.list))
  return done.hasFindings === true ? CODES.findings : CODES.fine
}

const parsed = (command: Command, words: readonly string[]): { values: Options; positionals: string[] } => {
  try {
    const options = { ...COMMON, ...command.options }
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
    return { values: values as Options, positionals }
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\nUsage: cds-dba ${command.usage}`)
  }
}

const write = (stream: NodeJS.WriteStream, text: string): Promise<number> =>
  new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error) reject(error)
      else resolve(CODES.fine)
    })
  })

const optionsOf = (options: ParseArgsOptionsConfig): string =>
  Object.entries(options)
    .map(
      ([name, { type, short }]) =>
        `--${name}${short === undefined ? '' : ` (-${short})`}${type === 'string' ? ' …' : ''}`,
    )
    .join(', ')

const usageOf = ({ usage, about, options }: Command): string =>
  `${about}\n\nUsage: cds-dba ${usage}\n${Object.keys(options).length > 0 ? `Options: ${optionsOf(options)}\n` : ''}Everywhere: ${optionsOf(COMMON)}\n`

const overview = (): string => {
  const width = Math.max(...Object.values(COMMANDS).map(({ usage }) => usage.length))
  return `Administration of the database of a CAP application

${Object.values(COMMANDS)
  .map(({ usage, about }) => `  cds-dba ${usage.padEnd(width)}  ${about}`)
  .join('\n')}

Server: --url or DBA_URL; without these and a login the application in this folder, which is started without a port
        (--profile … for its profile); elsewhere http://localhost:4004/api/v1
Login:  DBA_USER and DBA_PASSWORD, or DBA_TOKEN, or --login <file> with { "user", "password" } or { "token" }
Output: for people, or --json, or --csv
Exit:   0 fine, 1 something was found, 2 it could not be done
`
}

const version = (): string => {
  const { version: told } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return told
}
