import type { ListedObject } from '../../api/catalog.ts'

/** What was seen of a table or view: columns, and rows and bytes as far as they were known. */
type Seen = readonly [isView: boolean, columns: number, rows: number | null, bytes: number | null]

/** What somebody has seen of a schema at an instant, in milliseconds since 1970. */
export interface Snapshot {
  readonly at: number
  readonly objects: Readonly<Record<string, Seen>>
}

/** What of a table or view is not as it was; null for what is not known of one of both. */
export interface Change {
  readonly name: string
  readonly isView: boolean
  readonly kind: 'new' | 'gone' | 'columns' | 'size'
  readonly columns: number | null
  readonly rows: number | null
  readonly bytes: number | null
}

/** Snapshots that are kept, and how far they are apart at least. */
const MOST = 8
const APART_MS = 12 * 3_600_000

export const snapshotOf = (objects: readonly ListedObject[], at: number): Snapshot => ({
  at,
  objects: Object.fromEntries(
    objects.map(({ name, isView, columnCount, rowCount, sizeBytes }) => [
      name,
      [isView, columnCount, rowCount, sizeBytes] as const,
    ]),
  ),
})

/** With a snapshot more, unless the last one is young; the oldest is forgotten. */
export const withSnapshot = (kept: readonly Snapshot[], now: Snapshot): readonly Snapshot[] => {
  const last = kept.at(-1)
  return last && now.at - last.at < APART_MS ? kept : [...kept, now].slice(-MOST)
}

/** @returns none for a text that holds no snapshots. */
export const readSnapshots = (text: string | null): readonly Snapshot[] => {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept.filter(isSnapshot) : []
  } catch {
    return []
  }
}

const isSnapshot = (value: unknown): value is Snapshot => {
  const { at, objects } = (value ?? {}) as Partial<Snapshot>
  return (
    typeof at === 'number' &&
    typeof objects === 'object' &&
    Object.values(objects as Record<string, unknown>).every((seen) => Array.isArray(seen) && seen.length === 4)
  )
}

/** What has changed, what came and went first, then by how much. */
export const changesBetween = (before: Snapshot, { objects: now }: Snapshot): Change[] => {
  const names = new Set([...Object.keys(before.objects), ...Object.keys(now)])
  const changes = [...names].flatMap((name): Change[] => {
    const [was, is] = [before.objects[name], now[name]]
    const isView = (is ?? was)?.[0] ?? false
    if (!is) return [{ name, isView, kind: 'gone', columns: null, rows: was?.[2] ?? null, bytes: was?.[3] ?? null }]
    if (!was) return [{ name, isView, kind: 'new', columns: is[1], rows: is[2], bytes: is[3] }]
    const by = (at: 1 | 2 | 3): number | null => {
      const [from, to] = [was[at], is[at]]
      return from === null || to === null ? null : to - from
    }
    const [columns, rows, bytes] = [by(1), by(2), by(3)]
    if (!columns && !rows && !bytes) return []
    return [{ name, isView, kind: columns ? 'columns' : 'size', columns, rows, bytes }]
  })
  const weight = ({ kind, rows, bytes }: Change): number =>
    kind === 'size' ? Math.abs(bytes ?? 0) + Math.abs(rows ?? 0) : Infinity
  return changes.toSorted((a, b) => (weight(a) === weight(b) ? 0 : weight(b) - weight(a)))
}
