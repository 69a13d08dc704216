import { isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml'
import { nearNames } from '../identifiers.ts'
import { ruleError, type Rule, type Severity } from '../rules/rule.ts'
import { readRule } from '../rules/read-rules.ts'
import { CHECK_WORDS, COMMON, FILE_WORDS, METRICS, type Placed } from './words.ts'
import { readPeriod } from './period.ts'
import { comparisonOf, ruleOf } from './rule-of.ts'

/** A check that a file of the application tells. */
export interface FileCheck {
  /** `books.yaml/missing title`: the file, and the check's name or what it is; told apart by a number where two are alike. */
  readonly id: string
  /** Absent for the schema of the run. */
  readonly schema?: string
  readonly table: string
  /** What is checked of its rows; absent for a comparison. */
  readonly rule?: Rule
  readonly comparison?: Comparison
  readonly name?: string
  readonly severity: Severity
  /** Who is to hear of it. */
  readonly owner: string | null
  /** How often it is run by itself; null for never. */
  readonly periodSeconds: number | null
  /** `books.yaml:7:5`. */
  readonly at: string
}

/** Another table, which has to hold the same rows. */
export interface Comparison {
  readonly table: string
  readonly schema?: string
  /** Absent for its primary key. */
  readonly keyColumns?: readonly string[]
  /** Absent for all that both have. */
  readonly columns?: readonly string[]
}

/**
 * Reads the checks of a YAML file, in the words of Soda's contracts.
 *
 * @param name of the file, for messages.
 * @throws AdminError `INVALID_RULE` with file, line and column.
 */
export const readCheckFile = (name: string, text: string): FileCheck[] => {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true })
  const placeOf = (offset = 0): string => {
    const { line, col } = lines.linePos(offset)
    return `${name}:${line}:${col}`
  }
  const [problem] = document.errors
  if (problem) throw ruleError(placeOf(problem.pos[0]), problem.message.split('\n')[0] ?? 'no YAML')
  const reader = new Reader(placeOf)
  const file = reader.fields(document.contents, FILE_WORDS, 'a file of checks')
  const table = reader.text(file.get('table'), 'table', document.contents)
  const [schema, owner] = ['schema', 'owner'].map((word) => reader.optionalText(file.get(word), word))
  const { node } = file.get('checks') ?? {}
  if (!isSeq(node)) throw ruleError(placeOf(document.contents?.range[0]), `'checks' is a list`)
  const periodSeconds = reader.period(file.get('every')) ?? null
  const seen = new Map<string, number>()
  return node.items.map((item) => {
    const { label, ...check } = reader.check(item as Node)
    const times = (seen.get(label) ?? 0) + 1
    seen.set(label, times)
    const id = `${name}/${label}${times === 1 ? '' : ` (${times})`}`
    const inherited = { owner: check.owner ?? owner ?? null, periodSeconds: check.periodSeconds ?? periodSeconds }
    return { ...check, id, ...(schema !== undefined && { schema }), table, ...inherited }
  })
}

/** More is no name that somebody reads. */
const LONGEST_NAME = 200

/** What of a node is wanted, with its place. */
class Reader {
  readonly #placeOf: (offset?: number) => string

  constructor(placeOf: (offset?: number) => string) {
    this.#placeOf = placeOf
  }

  #at(node: Node | null | undefined): string {
    return this.#placeOf(node?.range?.[0])
  }

  /** @throws AdminError for what is no map, and for a word that is not known. */
  fields(
    node: Node | null | undefined,
    words: readonly string[],
    what: string,
  ): Map<string, Placed & { node: Node | null }> {
    if (!isMap(node)) throw ruleError(this.#at(node), `${what} is a map`)
    const { items } = node as YAMLMap<Node, Node | null>
    return new Map(items.map((pair) => this.#field(pair, words)))
  }

  #field({ key, value }: Pair<Node, Node | null>, words: readonly string[]): [string, Placed & { node: Node | null }] {
    const name = isScalar(key) ? String(key.value) : ''
    const at = this.#at(key)
    if (!words.includes(name)) {
      const near = nearNames(name, words).map((word) => `'${word}'`)
      const hint = near.length > 0 ? `; did you mean ${near.join(', ')}?` : `: ${words.join(', ')}`
      throw ruleError(at, `'${name.slice(0, 64)}' is not known here${hint}`)
    }
    return [name, { value: value?.toJSON() as unknown, at: value ? this.#at(value) : at, node: value }]
  }

  text(given: Placed | undefined, word: string, around: Node | null): string {
    const text = this.optionalText(given, word)
    if (text === undefined) throw ruleError(this.#at(around), `'${word}' is missing`)
    return text
  }

  optionalText(given: Placed | undefined, word: string): string | undefined {
    if (!given) return undefined
    if (typeof given.value !== 'string' || given.value === '') throw ruleError(given.at, `'${word}' is a text`)
    return given.value
  }

  period(given: Placed | undefined): number | undefined {
    return given && readPeriod(given.value, given.at)
  }

  /** One metric with its words, and what any check may have beside it. */
  check(item: Node): Omit<FileCheck, 'id' | 'table' | 'schema'> & { readonly label: string } {
    const check = this.fields(item, CHECK_WORDS, 'a check')
    const metrics = METRICS.filter((metric) => check.has(metric))
    const [metric] = metrics
    if (metric === undefined || metrics.length > 1)
      throw ruleError(this.#at(item), `a check has one of ${METRICS.join(', ')}`)
    const { node = null, at = this.#at(item) } = check.get(metric) ?? {}
    const words = this.fields(node, COMMON[metric], `'${metric}'`)
    const [name, owner, where] = ['name', 'owner', 'where'].map((word) => this.optionalText(check.get(word), word))
    if (name !== undefined && (name.length > LONGEST_NAME || /\p{C}/u.test(name)))
      throw ruleError(this.#at(item), `'name' has at most ${LONGEST_NAME} characters, and none that cannot be seen`)
    const severity = check.get('severity')
    if (severity && severity.value !== 'error' && severity.value !== 'warning')
      throw ruleError(severity.at, `'severity' is error or warning`)
    const told = {
      severity: severity?.value === 'warning' ? 'warn' : 'error',
      ...(name !== undefined && { name }),
    } as const
    const label = name ?? labelOf(metric, words)
    const common = { ...told, label, owner: owner ?? null, periodSeconds: this.period(check.get('every')) ?? null, at }
    if (metric === 'same_rows') {
      if (where !== undefined) throw ruleError(at, `'same_rows' is about all rows, and takes no 'where'`)
      return { ...common, comparison: comparisonOf(words, at) }
    }
    return { ...common, rule: readRule({ ...ruleOf(metric, words, where, at), ...told }, at) }
  }
}

/** What it is, such as `missing title`. */
const labelOf = (metric: string, words: ReadonlyMap<string, Placed>): string => {
  const subjects = ['column', 'columns', 'table'].flatMap((word) => [words.get(word)?.value ?? []].flat())
  return [metric, ...subjects.map(String)].join(' ').slice(0, LONGEST_NAME)
}
