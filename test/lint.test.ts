/** The lint rules that this project adds itself, each seen to fire on text that breaks it. @long: runs eslint. */
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'

const root = resolve(__dirname, '..')

/** What is complained about in a file of this name and text. */
function complaints(file: string, text: string): { ruleId: string; line: number }[] {
  const bin = join(root, 'node_modules/eslint/bin/eslint.js')
  const args = [bin, '--format', 'json', '--stdin', '--stdin-filename', join(root, file)]
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, input: text, encoding: 'utf8' })
  const [result] = JSON.parse(stdout) as { messages: { ruleId: string; line: number }[] }[]
  return result!.messages
}

/** The rules that complain. */
const lint = (file: string, text: string): string[] => complaints(file, text).map(({ ruleId }) => ruleId)

test('a test that leaves the others out is refused', () => {
  const calls = ['test.only("a", f)', 'describe.only("a", f)', 'test.only.each([1])("a", f)', 'fit("a", f)']
  const text = ['/* global test, describe, fit, f */', ...calls, ''].join('\n')
  expect(lint('test/planted.mjs', text)).toEqual(calls.map(() => 'no-restricted-syntax'))
})

test.each(['/* eslint-disable */', '// eslint-disable-next-line no-empty', '/* eslint no-empty: off */'])(
  'a rule is not switched off without a reason: %s',
  (comment) => {
    expect(lint('srv/planted.mjs', `${comment}\nif (globalThis.a) {\n}\n`)).toContain('saga/described-directives')
  },
)

test('a rule is switched off with its reason', () => {
  const text = '// eslint-disable-next-line no-empty -- shows the form\nif (globalThis.a) {\n}\n'
  expect(lint('srv/planted.mjs', text)).toEqual([])
})

test('an expression that may take longer than its text is refused: behind lookarounds, and at run time', () => {
  const refused = [
    String.raw`/(?<!\n)(?:\r?\n)+$/`,
    String.raw`/(?<=a)\s+b/`,
    String.raw`/(?<![a-z])(?:ab)*c/`,
    String.raw`/a(?=[^]*b)/`,
    String.raw`/(?<=a\s*)b/`,
    'new RegExp(text)',
    'RegExp(`${text}+`)',
  ]
  const refusedByOthers = [String.raw`/\s+$/`, String.raw`/\s+(?=b)/`, '/(a+)+b/', String.raw`/a\s*\s*$/`]
  const taken = ['/^ +/', '/a{1,9}$/', '/(?<!a)b$/', '/^(?=a*b)c/', '/a+/y', '/(?:a|b)c(?!d)/', "new RegExp('a')"]
  const all = [...refused, ...refusedByOthers, ...taken]
  const text = `export const list = [\n${all.map((made) => `(text) => ${made}.test(text)`).join(',\n')}\n]\n`
  for (const file of ['srv/planted.mjs', 'app/cockpit/src/planted.mjs']) {
    const found = complaints(file, text)
    const rulesAbout = (made: string): string[] =>
      found.filter(({ line }) => line - 2 === all.indexOf(made)).map(({ ruleId }) => ruleId)
    for (const made of refused)
      expect([made, ...rulesAbout(made)]).toEqual(expect.arrayContaining([made, 'saga/linear-expressions']))
    for (const made of refusedByOthers)
      expect([made, ...rulesAbout(made)]).toContainEqual(expect.stringMatching(/^regexp\/no-super-linear-/))
    for (const made of taken) expect([made, rulesAbout(made)]).toEqual([made, []])
  }
})
