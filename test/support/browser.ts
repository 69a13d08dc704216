/**
 * A real browser on a real server, for the journeys of `npm run test:ui`. No journey passes when the browser is missing, when
 * a page asks another machine for anything, or when it reports an error that is not known.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import process from 'node:process'
import { type Browser, type BrowserContextOptions, chromium, devices, type Page } from 'playwright-core'
import { SERVE } from './server-on.ts'
import { ROOT, type ServerProcess, startServer } from './server-process.ts'
import { basic } from './users.ts'

/** Debian's: the first one has no window, which costs a fifth more. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const CHROMIUM = process.env['CHROMIUM'] ?? BROWSERS.find((path) => existsSync(path)) ?? '/usr/bin/chromium'
const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
  // A journey is too short for what prepares scripts ahead or optimizes them: a Fiori page is there for a fifth less.
  ...['--in-process-gpu', '--js-flags=--no-opt --no-maglev'],
  // A page that a test gives the browser comes from nowhere, which may not ask a server on this machine.
  '--disable-features=LocalNetworkAccessChecks,ScriptStreaming',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]
const SCREENSHOTS = join(ROOT, 'test', 'screenshots')

/** Who looks at a page, and on what. */
export interface Visitor {
  /** The system is set to dark. */
  dark?: boolean
  /** What the browser asks for, `en-US` if nothing else is said. */
  locale?: 'en-US' | 'de-DE'
  /** A phone: 390 px wide, with touch. */
  phone?: boolean
  /** A user whose Basic login goes with every request: one of development, or `alice` or `bob` of the tests. */
  user?: string
}

/** What a journey is given. */
export interface Journey {
  /** Where the server is, without a slash at the end. */
  readonly url: string
  /** Opens a path of the server as somebody new: a profile of their own, without cookies, storage and cache. */
  open(path: string, visitor?: Visitor): Promise<Page>
  /** Says which errors in the console belong to this journey: those of a program that is told that something is wrong. */
  expectErrors(...errors: readonly RegExp[]): unknown
  /** The answer of the server to a GET, past the browser, as JSON. */
  read(path: string, user?: string): Promise<any> // eslint-disable-line @typescript-eslint/no-explicit-any -- arbitrary JSON
}

/** What a file of journeys may say about its server and its pages. */
export interface Settings {
  /** Environment variables of the server. */
  env?: Record<string, string>
  /** Starts another server than this project's. */
  start?: () => Promise<ServerProcess>
  /** Errors in the console that are known, each with the reason beside it. */
  knownErrors?: readonly RegExp[]
}

type Run = (journey: Journey) => Promise<void>

const onDevice = ({ dark = false, locale = 'en-US', phone = false, user }: Visitor): BrowserContextOptions => ({
  ...(phone && devices['Pixel 7']),
  viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 900 },
  locale,
  colorScheme: dark ? 'dark' : 'light',
  reducedMotion: 'reduce',
  ...(user !== undefined && { extraHTTPHeaders: basic(user) }),
})

/** The users of the tests, for a server that has those of development. */
export function usersOfTests(): string {
  const settings = JSON.parse(readFileSync(join(ROOT, '.cdsrc.json'), 'utf8')) as {
    requires: { auth: { '[test]': { users: object } } }
  }
  return JSON.stringify({ requires: { auth: { users: settings.requires.auth['[test]'].users } } })
}

async function launch(): Promise<Browser> {
  if (!existsSync(CHROMIUM))
    throw new Error(
      `No browser at ${CHROMIUM}: "apt-get install chromium-headless-shell", or set CHROMIUM to where one is.`,
    )
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS })
}

const isHere = (url: string): boolean => {
  const { protocol, hostname } = new URL(url)
  return hostname === '127.0.0.1' || ['data:', 'blob:', 'about:'].includes(protocol)
}

/** Keeps what a page does that no page may do. */
function watch(page: Page, knownErrors: readonly RegExp[], complaints: string[]): void {
  const complain = (text: string): void => {
    if (!knownErrors.some((known) => known.test(text))) complaints.push(text)
  }
  page.on('pageerror', (error) => complain(`uncaught: ${error.message} ${error.stack ?? ''}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complain(`console: ${message.text()} (${message.location().url})`)
  })
}

async function keepScreenshots(pages: readonly Page[], title: string): Promise<void> {
  const file = `${basename(expect.getState().testPath ?? '', '.ui.ts')} ${title}`.replace(/[^\w-]+/g, '-')
  mkdirSync(SCREENSHOTS, { recursive: true })
  for (const [index, page] of pages.entries())
    await page.screenshot({ path: join(SCREENSHOTS, `${file}-${index + 1}.png`) }).catch(() => undefined)
}

/**
 * Starts one server and one browser for the journeys of a file.
 *
 * @returns `journey(title, run)`, which is `test` for a journey: a failure leaves a picture of each page in `test/screenshots/`.
 */
export function startBrowser({ env = {}, knownErrors = [], start }: Settings = {}): (title: string, run: Run) => void {
  let server: ServerProcess | undefined
  let browser: Browser | undefined
  // A page that is drawn while it is clicked at is nobody's fault: once more, and told.
  jest.retryTimes(1, { logErrorsBeforeRetry: true })
  beforeAll(async () => {
    browser = await launch()
    server = await (start?.() ?? startServer(SERVE, { env: { CDS_CONFIG: usersOfTests(), ...env } }))
  }, 300_000)
  afterAll(async () => {
    await Promise.all([browser?.close(), server?.stop()])
  })

  return (title, run) => {
    test(title, async () => {
      const { url } = server!
      const known = [...knownErrors]
      const pages: Page[] = []
      const complaints: string[] = []
      const open: Journey['open'] = async (path, visitor = {}) => {
        const context = await browser!.newContext(onDevice(visitor))
        context.on('request', (request) => {
          if (!isHere(request.url())) complaints.push(`left the machine: ${request.url()}`)
        })
        const page = await context.newPage()
        pages.push(page)
        watch(page, known, complaints)
        await page.goto(url + path)
        return page
      }
      const read: Journey['read'] = async (path, user) => {
        const answer = await fetch(url + path, user === undefined ? {} : { headers: basic(user) })
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
        return answer.json()
      }
      try {
        await run({ url, open, read, expectErrors: (...errors) => known.push(...errors) })
        expect(complaints).toEqual([])
      } catch (error) {
        await keepScreenshots(pages, title)
        throw error
      } finally {
        await Promise.all(pages.map((page) => page.context().close()))
      }
    })
  }
}
