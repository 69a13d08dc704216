import { byName, type ObjectChange } from './change.ts'

interface Definition {
  readonly table?: string
  readonly name: string
  readonly definition: string
}

/** Compares what has a name in its schema: indexes and triggers of tables, views, sequences. */
export const compareObjects = (left: readonly Definition[], right: readonly Definition[]): ObjectChange[] => {
  const idOf = ({ table, name }: Definition): string => JSON.stringify([table, name])
  const [first, second] = [
    new Map(left.map((each) => [idOf(each), each])),
    new Map(right.map((each) => [idOf(each), each])),
  ]
  const changes = [...new Set([...first.keys(), ...second.keys()])].flatMap((id): ObjectChange[] => {
    const [a, b] = [first.get(id), second.get(id)]
    const either = a ?? b
    if (!either || a?.definition === b?.definition) return []
    const { table, name } = either
    const change = a ? (b ? 'changed' : 'missing') : 'extra'
    return [
      {
        change,
        ...(table !== undefined && { table }),
        name,
        value1: a?.definition ?? null,
        value2: b?.definition ?? null,
      },
    ]
  })
  return changes.sort((a, b) => byName(a.table ?? '', b.table ?? '') || byName(a.name, b.name))
}
