import { type Arguments, readCondition, readRuleName } from './read-condition.ts'
import { MAX_RULES, type Rule, RULE_NAMES, type RuleName, SHAPES, TABLE, ruleError, tooManyRules } from './rule.ts'

/**
 * Reads rules from their short form, `title:required,length:1:100;mass:range:0:`.
 *
 *     rules  = part *( ";" part )
 *     part   = column ":" rule *( "," rule )          column "*" is the table
 *     rule   = name *( ":" argument )
 *
 * A `\` before `: , ;` or itself takes the meaning from it. The argument of `pattern` and `expression` runs to the next
 * `;`, or to a `,` with the name of a rule behind it; there a `\` means something only before `: , ;`.
 *
 * @throws AdminError `INVALID_RULE` with the position, counted in characters from 1.
 */
export const parseRules = (text: string): Rule[] => new RuleParser(text).rules()

/** A comma that ends a free text. */
// eslint-disable-next-line saga/linear-expressions -- of fixed words, and tried at a comma only
export const NEXT_RULE = new RegExp(`,\\s*(?:${RULE_NAMES.join('|')})\\s*(?:[:,;]|$)`, 'y')

class RuleParser {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  rules(): Rule[] {
    const rules: Rule[] = []
    for (;;) {
      this.#skipSpace()
      // A semicolon at the end is forgiven.
      if (this.#isDone()) return rules
      rules.push(...this.#part(MAX_RULES - rules.length))
      if (this.#isDone()) return rules
      this.#at++
    }
  }

  /** A method: what a property says is taken to last. */
  #isDone(): boolean {
    return this.#at >= this.#text.length
  }

  #part(room: number): Rule[] {
    const start = this.#at
    const column = this.#word().trim()
    if (column === '') throw ruleError(place(start), 'a column is missing')
    if (this.#text[this.#at] !== ':') throw ruleError(place(this.#at), `column '${column.slice(0, 64)}' has no rule`)
    const rules: Rule[] = []
    do {
      this.#at++
      if (rules.length === room) throw tooManyRules()
      rules.push(this.#rule(column))
    } while (this.#text[this.#at] === ',')
    return rules
  }

  #rule(column: string): Rule {
    this.#skipSpace()
    const at = place(this.#at)
    const word = this.#word().trim()
    if (word === '') throw ruleError(at, 'the name of a rule is missing')
    const rule = readRuleName(word, at)
    const {
      about,
      args: [least, most],
      takesText,
    } = SHAPES[rule]
    if ((about === 'table') !== (column === TABLE))
      throw ruleError(at, about === 'table' ? `'${rule}' is about the table: '*:${rule}'` : `'${rule}' wants a column`)
    const args: string[] = []
    while (this.#text[this.#at] === ':') {
      this.#at++
      args.push(takesText ? this.#freeText() : this.#word())
    }
    if (args.length < least || args.length > most)
      throw ruleError(at, `'${rule}' takes ${argumentCount(least, most)}, not ${args.length}`)
    const [own, others] = toArguments(rule, args, at)
    return {
      columns: about === 'table' ? [] : [column, ...others],
      condition: readCondition(rule, own, at),
      severity: 'error',
      at,
    }
  }

  /** Up to the next separator, which is left. */
  #word(): string {
    let word = ''
    for (; !this.#isDone(); this.#at++) {
      const char = this.#text.charAt(this.#at)
      if (':,;'.includes(char)) break
      if (char === '\\' && ':,;\\'.includes(this.#text.charAt(this.#at + 1)) && this.#at + 1 < this.#text.length)
        this.#at++
      word += this.#text.charAt(this.#at)
    }
    return word
  }

  #freeText(): string {
    let text = ''
    for (; !this.#isDone(); this.#at++) {
      const char = this.#text.charAt(this.#at)
      if (char === ';') break
      if (char === ',' && this.#isNextRule()) break
      if (char === '\\' && this.#at + 1 < this.#text.length) {
        this.#at++
        const next = this.#text.charAt(this.#at)
        text += ':,;'.includes(next) ? next : `\\${next}`
      } else text += char
    }
    return text
  }

  #isNextRule(): boolean {
    NEXT_RULE.lastIndex = this.#at
    return NEXT_RULE.test(this.#text)
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at++
  }
}

const place = (index: number): string => `character ${index + 1}`

const argumentCount = (least: number, most: number): string => {
  const plural = (count: number): string => (count === 1 ? '1 argument' : `${count} arguments`)
  if (most === Infinity) return `at least ${plural(least)}`
  return least === most ? plural(least) : `${least} to ${plural(most)}`
}

/** The arguments by name, and further columns that the rule is about. An empty bound is none. */
const toArguments = (rule: RuleName, args: readonly string[], at: string): [own: Arguments, columns: string[]] => {
  const [first = '', second = '', third] = args
  switch (rule) {
    case 'length':
    case 'range':
    case 'rowCount':
      return [{ ...(first.trim() !== '' && { min: first }), ...(second.trim() !== '' && { max: second }) }, []]
    case 'pattern':
      return [{ regex: first }, []]
    case 'expression':
      return [{ where: first }, []]
    case 'in':
    case 'notIn':
      return [{ values: args }, []]
    case 'compare':
      return [{ operator: first.trim(), other: second.trim() }, []]
    case 'references':
      if (args.some((arg) => arg.trim() === '')) throw ruleError(at, 'a name is missing')
      if (third !== undefined)
        return [{ schema: first.trim(), table: second.trim(), referencedColumns: [third.trim()] }, []]
      return [{ table: first.trim(), ...(args.length > 1 && { referencedColumns: [second.trim()] }) }, []]
    case 'unique':
      if (args.some((arg) => arg.trim() === '')) throw ruleError(at, 'a column is missing')
      return [{}, args.map((arg) => arg.trim())]
    default:
      return [{}, []]
  }
}
