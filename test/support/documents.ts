/** What the documents of this project tell their readers to type, and where they lead. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { ROOT } from './server-process.ts'

const PROGRAMS = [
  ...['npm', 'npx', 'node', 'cds', '\\.ci/run', 'git', 'curl', 'apt-get', 'docker', 'mbt', 'cf', 'xs'],
  ...['sqlite3', 'pg_dump', 'pg_restore', 'createdb'],
]
/** A name alone is no command, unless it is a script of this project. */
const COMMAND = new RegExp(`^(?:\\.ci/run$|(?:${PROGRAMS.join('|')}) )`)
const SETTING = /^(?:export )?[A-Z_]+=/

const BLOCKS = /^```(\w*)\n([^]*?)^```$/gm

const linesOf = (block: string): string[] => block.split('\n').map((line) => line.replace(/(?:^|\s+)# .*$/, '').trim())

/** Commands of a page, in its order: the lines of its blocks of `sh`, and what its text has in the form of code. */
export const commandsIn = (page: string): string[] => {
  const parts: { at: number; commands: string[] }[] = []
  const text = page.replaceAll(BLOCKS, (block: string, language: string, content: string, at: number) => {
    if (language === 'sh') parts.push({ at, commands: linesOf(content).filter((line) => line && !SETTING.test(line)) })
    return ' '.repeat(block.length)
  })
  for (const { index, 1: code } of text.matchAll(/`([^`\n]+)`/g))
    if (COMMAND.test(code!)) parts.push({ at: index, commands: [code!] })
  return parts.sort((a, b) => a.at - b.at).flatMap(({ commands }) => commands)
}

/** Targets of a page's links and pictures that are files. */
export const linksIn = (page: string): string[] => {
  const text = page.replaceAll(BLOCKS, '').replaceAll(/`[^`\n]+`/g, '')
  const targets = [...text.matchAll(/\]\(<?([^)\s>]+)/g)].map(([, target]) => target!)
  return targets.filter((target) => !/^(?:[a-z]+:|#)/.test(target)).map((target) => target.replace(/#.*/, ''))
}

const git = (...args: string[]): string[] =>
  spawnSync('git', ['ls-files', '-z', ...args], { cwd: ROOT, encoding: 'utf8' })
    .stdout.split('\0')
    .filter(Boolean)

/** All files that belong to the project. */
export const projectFiles = (): string[] => git()

/** The pages, those first that people begin with. What has changed is told, not typed. */
export const readDocuments = (): { file: string; page: string }[] => {
  const depth = (file: string): number => file.split('/').length
  const pages = git('*.md').filter((file) => !file.endsWith('CHANGELOG.md'))
  const isFirst = (file: string): number => (file === 'README.md' ? 0 : depth(file))
  return pages
    .sort((a, b) => isFirst(a) - isFirst(b))
    .map((file) => ({ file, page: readFileSync(join(ROOT, file), 'utf8') }))
}

/** Where a link of a page leads, from the root. */
export const targetOf = (file: string, link: string): string => relative(ROOT, resolve(ROOT, dirname(file), link))
