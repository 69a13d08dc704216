import type { Line } from './check-lines.ts'
import { hintFor } from './hints.ts'

const WIDTH = 110

/** How a line ended. */
const endOf = ({ problem, isAbsent, isDenied }: Line): string =>
  problem === null ? 'ok' : isAbsent ? 'not here' : isDenied ? 'no right' : 'ERROR'

/** The same statement is one line, with its first failure. */
export class Report {
  readonly #lines = new Map<string, Line>()

  add(line: Line): void {
    const key = `${line.kind} ${line.text}`
    const known = this.#lines.get(key)
    if (known === undefined || (known.problem === null && line.problem !== null)) this.#lines.set(key, line)
  }

  get hasFailed(): boolean {
    return this.#failed.length > 0
  }

  /** The table, what failed in full, and a line of numbers. */
  toString(): string {
    const lines = [...this.#lines.values()]
    const table = lines.map((line) => `${line.text.slice(0, WIDTH).padEnd(WIDTH)} | ${endOf(line)}`)
    const failed = this.#failed.map(({ kind, text, problem }) => {
      const hint = kind === 'trial' ? hintFor(problem ?? '') : null
      return [`\n${kind}: ${text}`, problem ?? '', ...(hint === null ? [] : [hint])].join('\n  ')
    })
    const number = (kind: Line['kind']): string => String(lines.filter((line) => line.kind === kind).length)
    return [
      `${'statement'.padEnd(WIDTH)} | ok or error`,
      ...[...table, ...failed, ''],
      `${number('prepared')} statements prepared, ${number('run')} run by ${number('operation')} requests, ` +
        `${number('odata')} of OData prepared, ` +
        `${number('trial')} trials: ${failed.length === 0 ? 'all ok' : `${String(failed.length)} failed`}`,
    ].join('\n')
  }

  get #failed(): Line[] {
    return [...this.#lines.values()].filter(
      ({ problem, isAbsent, isDenied }) => problem !== null && !isAbsent && !isDenied,
    )
  }
}
