/** The lint rules that this project adds itself, each seen to fire on text that breaks it. */
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'

const root = resolve(__dirname, '..')

/** The rules that complain about a file of this name and text. */
function lint(file: string, text: string): string[] {
  const bin = join(root, 'node_modules/eslint/bin/eslint.js')
  const args = [bin, '--format', 'json', '--stdin', '--stdin-filename', join(root, file)]
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, input: text, encoding: 'utf8' })
  const [result] = JSON.parse(stdout) as { messages: { ruleId: string }[] }[]
  return result!.messages.map(({ ruleId }) => ruleId)
}

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
