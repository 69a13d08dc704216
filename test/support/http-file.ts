/** Reads `.http` files as the REST Client of VS Code does, as far as `requests.http` uses the format, with `# expect` lines of our own. */

/** One `# expect` line: a status, a value at a path of the JSON body, or a part of the text of the body. */
export type Expectation = { status: number } | { path: string; value: unknown } | { text: string }

export interface HttpRequest {
  title: string
  /** What later requests call its response by. */
  name: string | undefined
  /** Line of the request in the file, from 1. */
  line: number
  method: string
  url: string
  headers: Record<string, string>
  body: string | undefined
  expectations: Expectation[]
}

export interface HttpFile {
  variables: Record<string, string>
  requests: HttpRequest[]
}

const METHODS = /^(GET|HEAD|POST|PUT|PATCH|DELETE)\s+(\S+)$/

/**
 * @returns the `@name = value` variables, and the requests in order; references in both are left as they are.
 * @throws Error with the line for what it does not understand
 */
export const parseHttpFile = (text: string): HttpFile => {
  const file: HttpFile = { variables: {}, requests: [] }
  let line = 1
  for (const section of text.split(/^(?=###)/m)) {
    const request = parseSection(section.split(/\r?\n/), line, file.variables)
    if (request) file.requests.push(request)
    line += section.split('\n').length - 1
  }
  return file
}

const parseSection = (
  lines: string[],
  firstLine: number,
  variables: Record<string, string>,
): HttpRequest | undefined => {
  const start = lines.findIndex((line) => METHODS.test(line))
  const head = parseHead(start < 0 ? lines : lines.slice(0, start), firstLine, variables)
  if (start < 0) return undefined
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => line.trim() === '')
  const [, method, url] = METHODS.exec(lines[start]!)!
  const request = {
    ...head,
    line: firstLine + start,
    method: method!,
    url: url!,
    headers: {} as Record<string, string>,
  }
  for (const line of end < 0 ? rest : rest.slice(0, end)) {
    const header = /^([\w-]+):\s*(.*)$/.exec(line)
    if (/^\s+[?&]/.test(line)) request.url += line.trim()
    else if (header) request.headers[header[1]!.toLowerCase()] = header[2]!
    else throw new Error(`Line ${request.line}: "${line}" is neither a header nor a part of the query.`)
  }
  return { ...request, body: end < 0 ? undefined : bodyOf(rest.slice(end + 1), request.headers['content-type']) }
}

/** The lines before a request: its title, its name, what is expected of it, and variables of the file. */
const parseHead = (lines: string[], firstLine: number, variables: Record<string, string>) => {
  const head = { title: '', name: undefined as string | undefined, expectations: [] as Expectation[] }
  for (const [index, line] of lines.entries()) {
    const title = /^###\s*(.*)$/.exec(line)
    const variable = /^@(\w+)\s*=\s*(.*)$/.exec(line)
    const name = /^# @name (\w+)$/.exec(line)
    const expected = /^# expect (.*)$/.exec(line)
    if (title) head.title = title[1]!
    else if (variable) variables[variable[1]!] = variable[2]!
    else if (name) head.name = name[1]
    else if (expected) head.expectations.push(parseExpectation(expected[1]!, firstLine + index))
    else if (!/^(#.*|\/\/.*|\s*)$/.test(line))
      throw new Error(`Line ${firstLine + index}: "${line}" is not understood.`)
  }
  return head
}

const parseExpectation = (text: string, line: number): Expectation => {
  const status = /^(\d{3})$/.exec(text)
  if (status) return { status: Number(status[1]) }
  const value = /^body\.(\S+) (.+)$/.exec(text)
  if (value) return { path: value[1]!, value: JSON.parse(value[2]!) as unknown }
  const part = /^text (".*")$/.exec(text)
  if (part) return { text: JSON.parse(part[1]!) as string }
  throw new Error(`Line ${line}: "expect ${text}" is not understood.`)
}

/** MIME asks for CRLF between the lines of a multipart body; the editors send it so. */
const bodyOf = (lines: string[], contentType = ''): string | undefined => {
  const text = lines.join('\n').trimEnd()
  if (text === '') return undefined
  return contentType.startsWith('multipart/') ? text.split('\n').join('\r\n') + '\r\n' : text
}

/** The value at a path such as `value[0].title` or `value.length`; undefined where the path ends early. */
export const valueAt = (value: unknown, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>((node, step) => (node as Record<string, unknown> | null | undefined)?.[step], value)

/**
 * Puts values in place of `{{variable}}` and `{{name.response.body.path}}`.
 *
 * @throws Error for a reference to what is not there
 */
export const fillIn = (text: string, variables: Record<string, string>, bodies: Record<string, unknown>): string =>
  text.replace(/\{\{([^}]+)\}\}/g, (_, reference: string) => {
    const response = /^(\w+)\.response\.body\.(.+)$/.exec(reference)
    const value = response ? valueAt(bodies[response[1]!], response[2]!) : variables[reference]
    if (typeof value !== 'string') throw new Error(`{{${reference}}} is not there.`)
    return response ? value : fillIn(value, variables, bodies)
  })
