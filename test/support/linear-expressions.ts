import { type ESLint, Linter, type Rule } from 'eslint'
import type { Literal, NewExpression, SimpleCallExpression } from 'estree'

/** Where a lookaround stands in a pattern, and what it looks for. */
interface Lookaround {
  readonly start: number
  readonly end: number
  readonly content: string
}

/** One token of a pattern: an escape, a class, what opens a lookaround, or one character. */
const TOKEN = /\\[^]|\[(?:[^\]\\]|\\[^])*\]|\(\?<?[=!]|[^]/gu

/** The outermost lookarounds of a pattern, from left to right. */
const lookaroundsOf = (pattern: string): Lookaround[] => {
  const found: Lookaround[] = []
  const open: { start: number; inside: number; isLookaround: boolean }[] = []
  for (const { 0: token, index } of pattern.matchAll(TOKEN)) {
    const inside = index + token.length
    if (token.startsWith('(')) open.push({ start: index, inside, isLookaround: token.length > 1 })
    if (token !== ')') continue
    const group = open.pop()
    if (!group?.isLookaround || open.some(({ isLookaround }) => isLookaround)) continue
    found.push({ start: group.start, end: inside, content: pattern.slice(group.inside, index) })
  }
  return found
}

const without = (pattern: string, lookarounds: readonly Lookaround[]): string =>
  lookarounds.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), pattern)

const isUnbounded = (pattern: string): boolean =>
  [...pattern.matchAll(TOKEN)].some(
    ({ 0: token, index }) => /^[*+]$/.test(token) || (token === '{' && /^\{\d+,\}/.test(pattern.slice(index))),
  )

/** Begins at one place only, so that it is not tried anew from each character. */
const isAnchored = (pattern: string, flags: string): boolean =>
  flags.includes('y') || (pattern.startsWith('^') && !flags.includes('m') && !pattern.includes('|'))

type RegExpLiteral = Literal & { readonly regex: { readonly pattern: string; readonly flags: string } }

/**
 * Refuses regular expressions whose time may grow faster than the text, where the rules of eslint-plugin-regexp do not
 * look: behind lookarounds, which they take for a proof that the rest is not tried, and where a pattern is put together
 * at run time. The same rules see the same file with the lookarounds of one expression taken out.
 *
 * @param regexp the plugin, and the settings of its rules.
 */
export const linearExpressions = (regexp: ESLint.Plugin, rules: Linter.RulesRecord): Rule.RuleModule => {
  const linter = new Linter()
  return {
    meta: {
      type: 'problem',
      schema: [],
      messages: {
        hidden: 'Behind the lookaround: {{message}}',
        far: 'This lookaround reads on without a bound, from each place where the expression is tried.',
        unseen: 'Nobody can tell how long an expression takes that is made at run time.',
      },
    },
    create: (context) => {
      const { sourceCode, languageOptions, filename } = context
      const { parser, sourceType } = languageOptions as { parser: Linter.Parser; sourceType: 'module' }
      const config: Linter.Config = {
        files: ['**/*.{js,mjs,ts,tsx}'],
        languageOptions: { parser, sourceType, parserOptions: { ecmaFeatures: { jsx: filename.endsWith('x') } } },
        linterOptions: { noInlineConfig: true },
        plugins: { regexp },
        rules,
      }

      const checkMade = (node: NewExpression | SimpleCallExpression): void => {
        if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp' && node.arguments[0]?.type !== 'Literal')
          context.report({ node, messageId: 'unseen' })
      }

      const check = (node: RegExpLiteral): void => {
        const { pattern, flags } = node.regex
        const lookarounds = lookaroundsOf(pattern)
        if (lookarounds.length === 0 || !node.range) return
        if (!isAnchored(pattern, flags) && lookarounds.some(({ content }) => isUnbounded(content)))
          context.report({ node, messageId: 'far' })
        const rest = without(pattern, lookarounds)
        if (rest === '') return
        const { text } = sourceCode
        const changed = `${text.slice(0, node.range[0])}/${rest}/${flags}${text.slice(node.range[1])}`
        for (const { line, message } of linter.verify(changed, config, { filename }))
          if (line === node.loc?.start.line) context.report({ node, messageId: 'hidden', data: { message } })
      }

      return {
        'Literal[regex]': check,
        NewExpression: checkMade,
        CallExpression: checkMade,
      } as Rule.RuleListener
    },
  }
}
