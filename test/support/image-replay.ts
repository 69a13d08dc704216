/**
 * Does what a Dockerfile says in folders instead of in containers: each stage has a folder for its file system, and paths
 * from the root are paths in there. `RUN` is done by whoever calls this; the server that comes out runs as the user that
 * the file names, where the caller is root and can become another one.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, matchesGlob, relative, resolve } from 'node:path'
import process from 'node:process'
import { type Instruction, readCommand, readDockerfile } from './dockerfile.ts'

const isRoot = process.getuid?.() === 0

interface State {
  readonly image: string
  readonly root: string
  readonly env: Record<string, string>
  readonly volumes: string[]
  folder: string
  user: string
  command?: readonly string[]
  healthcheck?: readonly string[]
}

/** What a replay has made, to be run. */
export interface Replayed {
  readonly images: readonly string[]
  readonly user: string
  /** Paths in the image that are writable. */
  readonly volumes: readonly string[]
  readonly command: readonly string[]
  readonly healthcheck: readonly string[]
  /** A path of the image, on this machine. */
  path(inImage: string): string
  /** Runs a command as the image's user to its end. */
  run(command: readonly string[], env?: Record<string, string>): { status: number | null; output: string }
  /** Starts a command as the image's user, and waits until it writes what is awaited. */
  start(command: readonly string[], env: Record<string, string>, awaited: RegExp): Promise<RunningImage>
  remove(): void
}

export interface RunningImage {
  readonly match: RegExpExecArray
  output(): string
  /** SIGTERM to this one process. @returns its exit code; null where the signal has ended it. */
  stop(): Promise<number | null>
}

/** Which files of the context are left out. */
const readIgnore = (text: string): ((path: string) => boolean) => {
  const patterns = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  if (patterns.some((pattern) => pattern.startsWith('!'))) throw new Error('Exceptions are not understood')
  return (path) => patterns.some((pattern) => matchesGlob(path, pattern))
}

const walk = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true }).map(({ parentPath, name }) => join(parentPath, name))

class Replay {
  readonly #base = mkdtempSync(join(tmpdir(), 'saga-image-'))
  readonly #context: string
  readonly #isIgnored: (path: string) => boolean
  readonly #stages: State[] = []
  readonly #names = new Map<string, State>()

  constructor(context: string, ignore: string) {
    this.#context = context
    this.#isIgnored = readIgnore(ignore)
    chmodSync(this.#base, 0o755)
  }

  begin(image: string, name: string | undefined): State {
    const root = join(this.#base, name ?? 'image')
    mkdirSync(join(root, 'usr/bin'), { recursive: true })
    mkdirSync(join(root, 'tmp'), { mode: 0o777 })
    chmodSync(join(root, 'tmp'), 0o777)
    // The base image has this Node, and what this machine has besides.
    copyFileSync(process.execPath, join(root, 'usr/bin/node'))
    const state: State = { image, root, env: {}, volumes: [], folder: '/', user: '0:0' }
    this.#stages.push(state)
    if (name !== undefined) this.#names.set(name, state)
    return state
  }

  do(state: State, { name, options, rest }: Instruction): void {
    const inside = (path: string): string => join(state.root, resolve(state.folder, path))
    if (name === 'WORKDIR') {
      state.folder = resolve(state.folder, rest)
      mkdirSync(inside('.'), { recursive: true })
    } else if (name === 'ENV')
      Object.assign(state.env, Object.fromEntries(rest.split(/\s+/).map((each) => each.split('='))))
    else if (name === 'USER') state.user = rest
    else if (name === 'VOLUME') state.volumes.push(...readCommand(rest))
    else if (name === 'CMD') state.command = readCommand(rest)
    else if (name === 'HEALTHCHECK') state.healthcheck = readCommand(rest)
    else if (name === 'RUN') this.#run(state, rest)
    else if (name === 'COPY') this.#copy(state, options, rest.split(/\s+/), inside)
    else if (name !== 'EXPOSE') throw new Error(`${name} is not understood`)
  }

  #run(state: State, line: string): void {
    if (/(^|\s)\//.test(line)) throw new Error(`Only relative paths can be replayed: ${line}`)
    const [cwd, env] = [join(state.root, state.folder), environment(state)]
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', line], { cwd, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${line} failed:\n${stdout}${stderr}`)
  }

  #copy(state: State, options: Instruction['options'], paths: string[], inside: (path: string) => string): void {
    const target = paths.pop()!
    const source = options['from'] === undefined ? this.#context : this.#names.get(options['from'])?.root
    if (source === undefined) throw new Error(`There is no stage ${String(options['from'])}`)
    const isWanted = (path: string): boolean => source !== this.#context || !this.#isIgnored(relative(source, path))
    for (const path of paths.map((each) => join(source, each))) {
      const isFile = statSync(path).isFile()
      const to = isFile && target.endsWith('/') ? join(inside(target), basename(path)) : inside(target)
      mkdirSync(dirname(to), { recursive: true })
      cpSync(path, to, { recursive: true, verbatimSymlinks: true, filter: isWanted })
    }
    const owner = options['chown']?.split(':').map(Number)
    if (owner && isRoot) chownSync(inside(target), owner[0]!, owner[1]!)
  }

  discard(): void {
    rmSync(this.#base, { recursive: true })
  }

  end(): Replayed {
    const last = this.#stages.at(-1)!
    const { root, volumes, user, command = [], healthcheck = [] } = last
    const [uid, gid] = user.split(':').map(Number) as [number, number]
    const path = (inImage: string): string => join(root, inImage)
    const isWritable = (file: string): boolean =>
      [...volumes, '/tmp'].some((volume) => !relative(path(volume), file).startsWith('..'))
    const protect = (mode: number): void => {
      for (const file of [root, ...walk(root)])
        if (!isWritable(file) && !lstatSync(file).isSymbolicLink())
          chmodSync(file, (statSync(file).mode & ~0o222) | mode)
    }
    protect(0)
    const as = (env: Record<string, string> = {}) => ({
      cwd: join(root, last.folder),
      env: { ...environment(last), HOME: '/nonexistent', TMPDIR: path('/tmp'), ...env },
      ...(isRoot && { uid, gid }),
    })
    const onMachine = ([file, ...args]: readonly string[]): [string, string[]] => {
      if (file !== 'node') throw new Error(`Only node can be run: ${String(file)}`)
      return [path('/usr/bin/node'), args]
    }
    return {
      images: this.#stages.map(({ image }) => image),
      ...{ user, volumes, command, healthcheck, path },
      run: (each, env) => {
        const { status, stdout, stderr } = spawnSync(...onMachine(each), { ...as(env), encoding: 'utf8' })
        return { status, output: stdout + stderr }
      },
      start: (each, env, awaited) => start(onMachine(each), as(env), awaited),
      remove: () => {
        protect(0o200)
        this.discard()
      },
    }
  }
}

/** What a terminal on this machine has, with all that it takes to reach a registry from here. */
const OF_TERMINAL =
  /^(HOME|LANG|TMPDIR|.*_proxy|npm_config_(registry|cafile|globalconfig)|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR))$/i

/** The stage's own variables, whose paths are in its folder, over those of a terminal. */
const environment = ({ root, env }: State): Record<string, string> => {
  const kept = Object.entries(process.env).filter(([name]) => OF_TERMINAL.test(name))
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const own = Object.entries(env).map(([name, value]) => [name, value.startsWith('/') ? join(root, value) : value])
  const path = [join(root, 'usr/bin'), ...folders].join(delimiter)
  // What this machine has of packages already is as good as new: the lock file says what is in them.
  const npm = { npm_config_prefer_offline: 'true', npm_config_audit: 'false' }
  return { ...(Object.fromEntries(kept) as Record<string, string>), ...npm, PATH: path, ...Object.fromEntries(own) }
}

const start = async ([file, args]: [string, string[]], options: object, awaited: RegExp): Promise<RunningImage> => {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  let output = ''
  const match = await new Promise<RegExpExecArray>((found, failed) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const seen = awaited.exec(output)
        if (seen) found(seen)
      })
    void ended.then((code) => failed(new Error(`It ended with ${String(code)}:\n${output}`)))
  })
  const stop = (): Promise<number | null> => {
    child.kill('SIGTERM')
    return ended
  }
  return { match, output: () => output, stop }
}

/** @param context the folder that the image is built from. @param file path of the Dockerfile. */
export const replayImage = (context: string, file: string): Replayed => {
  const replay = new Replay(context, readFileSync(`${file}.dockerignore`, 'utf8'))
  try {
    for (const { image, name, instructions } of readDockerfile(readFileSync(file, 'utf8'))) {
      const state = replay.begin(image, name)
      for (const instruction of instructions) replay.do(state, instruction)
    }
    return replay.end()
  } catch (error) {
    replay.discard()
    throw error
  }
}
