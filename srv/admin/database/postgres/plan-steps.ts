import type { PlanStep } from '../user-statement.ts'

type Node = Readonly<Record<string, unknown>>

/** Fields that the text of a step has already, or that are steps of their own. */
const TOLD = new Set([
  'Node Type',
  'Relation Name',
  'Index Name',
  'Plans',
  'Parallel Aware',
  'Async Capable',
  'Disabled',
])

/** The steps of what `EXPLAIN (FORMAT JSON)` answers. @see https://www.postgresql.org/docs/current/sql-explain.html */
export const planSteps = (answer: unknown): PlanStep[] => {
  const steps: PlanStep[] = []
  const visit = (node: Node, depth: number): void => {
    steps.push({ depth, text: textOf(node), facts: factsOf(node) })
    for (const part of (node['Plans'] as readonly Node[] | undefined) ?? []) visit(part, depth + 1)
  }
  for (const { Plan: plan, ...whole } of answer as readonly { readonly Plan?: Node }[]) {
    if (!plan) continue
    const first = steps.length
    visit(plan, 0)
    const step = steps[first]
    if (step) steps[first] = { ...step, facts: [...step.facts, ...factsOf(timesOf(whole))] }
  }
  return steps
}

/** `Index Scan on film by film_pkey`. */
const textOf = (node: Node): string =>
  [
    ['', 'Node Type'],
    ['on ', 'Relation Name'],
    ['by ', 'Index Name'],
  ]
    .flatMap(([word = '', name = '']) => (typeof node[name] === 'string' ? [`${word}${node[name]}`] : []))
    .join(' ')

/** What is measured of the statement as a whole, in milliseconds. */
const timesOf = (whole: Node): Node =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => name.endsWith(' Time')))

const factsOf = (node: Node): PlanStep['facts'] =>
  Object.entries(node).flatMap(([name, value]) =>
    TOLD.has(name) || value === false ? [] : [{ name, value: Array.isArray(value) ? value.join(', ') : String(value) }],
  )
