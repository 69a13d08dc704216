import type { PostgresConnection } from './external-changes.ts'
import type { Sources } from '../model-tables.ts'

/** Of the notifications, and of the function that sends them. */
export const CHANNEL = 'read_cache_changed'

/**
 * The triggers that tell of changes, by `pg_trigger.tgtype`. Statements call one each. Those who apply changes of a
 * replicated database execute none, so there rows call one; elsewhere rows cost nothing.
 */
export const TRIGGERS = {
  statement: { name: CHANNEL, type: 60, enabled: 'A' },
  row: { name: 'read_cache_replicated', type: 29, enabled: 'R' },
} as const

/** What the triggers call, with the name that the model has for a table. */
export const FUNCTION_BODY = `
BEGIN
  PERFORM pg_catalog.pg_notify('${CHANNEL}', TG_ARGV[0]);
  RETURN NULL;
END `

/** A table or view in the database, as far as it matters to those who keep rows of it. */
export interface Relation {
  readonly oid: number
  /** By which statements of the model find it; null for what only views or tables above it take rows from. */
  readonly name: string | null
  /** By which a statement can name it, in quotes and with its schema where it has to. */
  readonly path: string
  /** `pg_class.relkind`. */
  readonly kind: string
  readonly isPartition: boolean
  readonly hasPolicies: boolean
  /** Whether a query of it calls functions that did not come with the database. */
  readonly hasFunctions: boolean
  /** Whether a change to it may cause changes elsewhere: triggers of others, rules, foreign keys that pass changes on. */
  readonly hasEffects: boolean
  /** What inherits from it, or is a partition of it. */
  readonly children: readonly number[] | null
  /** What its query, as a view, takes rows from. */
  readonly reads: readonly number[] | null
  /** Each trigger that tells of changes as kind, state and arguments: `60 A saga_planet\000`. */
  readonly tells: readonly string[] | null
}

/** Whether every change to a table is told of, by the name that the model has for it or for what is above it. */
export const isTelling = ({ tells }: Relation, name: string): boolean =>
  Object.values(TRIGGERS).every(({ type, enabled }) => tells?.includes(`${type} ${enabled} ${name}\\000`))

interface Structure {
  readonly relations: readonly Relation[]
  /** Differs when anything about the relations does, down to columns, files and privileges. */
  readonly text: string
}

/** Takes names, with commas in between, and finds whatever their rows come from. */
const QUESTION = `WITH RECURSIVE named AS MATERIALIZED (
  SELECT name, to_regclass(quote_ident(name))::oid AS oid FROM unnest(string_to_array($1, ',')) AS name
), found (oid) AS (
  SELECT oid FROM named WHERE oid IS NOT NULL
  UNION
  SELECT next.oid FROM found AS f CROSS JOIN LATERAL (
    SELECT inhrelid AS oid FROM pg_inherits WHERE inhparent = f.oid
    UNION ALL
    SELECT d.refobjid FROM pg_rewrite AS r JOIN pg_depend AS d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
      WHERE r.ev_class = f.oid AND d.refclassid = 'pg_class'::regclass
  ) AS next
)
SELECT json_agg(json_build_object(
  'oid', c.oid::int8, 'name', n.name, 'path', c.oid::regclass, 'kind', c.relkind, 'isPartition', c.relispartition,
  'hasPolicies', c.relrowsecurity,
  'hasFunctions', EXISTS (SELECT FROM pg_rewrite AS r JOIN pg_depend AS d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
    WHERE r.ev_class = c.oid AND d.refclassid = 'pg_proc'::regclass),
  'hasEffects', EXISTS (SELECT FROM pg_trigger AS t JOIN pg_proc AS p ON p.oid = t.tgfoid
      WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND p.proname <> '${CHANNEL}')
    OR EXISTS (SELECT FROM pg_constraint AS f WHERE f.confrelid = c.oid AND f.contype = 'f'
      AND (f.confdeltype NOT IN ('a', 'r') OR f.confupdtype NOT IN ('a', 'r')))
    OR c.relkind IN ('r', 'p') AND EXISTS (SELECT FROM pg_rewrite AS r WHERE r.ev_class = c.oid),
  'children', (SELECT json_agg(inhrelid::int8 ORDER BY inhrelid) FROM pg_inherits WHERE inhparent = c.oid),
  'reads', (SELECT json_agg(DISTINCT d.refobjid::int8) FROM pg_rewrite AS r JOIN pg_depend AS d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
    WHERE r.ev_class = c.oid AND r.ev_type = '1' AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> c.oid),
  'tells', (SELECT json_agg(concat_ws(' ', t.tgtype, t.tgenabled, encode(t.tgargs, 'escape')) ORDER BY t.tgtype)
    FROM pg_trigger AS t JOIN pg_proc AS p ON p.oid = t.tgfoid
    WHERE t.tgrelid = c.oid AND p.proname = '${CHANNEL}' AND p.prosrc = $2 AND t.tgqual IS NULL AND t.tgattr = ''),
  'stamp', concat_ws(' ', c.xmin, c.relfilenode,
    (SELECT sum(hashtextextended(a.xmin::text, a.attnum)) FROM pg_attribute AS a WHERE a.attrelid = c.oid),
    (SELECT sum(hashtextextended(t.xmin::text, t.oid::int8)) FROM pg_trigger AS t WHERE t.tgrelid = c.oid),
    (SELECT sum(hashtextextended(r.xmin::text, r.oid::int8)) FROM pg_rewrite AS r WHERE r.ev_class = c.oid),
    (SELECT sum(hashtextextended(p.xmin::text, p.oid::int8)) FROM pg_policy AS p WHERE p.polrelid = c.oid))
) ORDER BY c.oid)::text AS structure
FROM found AS f JOIN pg_class AS c ON c.oid = f.oid LEFT JOIN named AS n ON n.oid = c.oid`

/** Looks up what tables and views are in the database, and who tells of their changes. */
export const readStructure = async (
  query: PostgresConnection['query'],
  names: Iterable<string>,
): Promise<Structure> => {
  const { rows } = await query(QUESTION, [[...names].join(','), FUNCTION_BODY])
  const text = (rows[0]?.['structure'] as string | null | undefined) ?? '[]'
  return { relations: JSON.parse(text) as Relation[], text }
}

export interface Judgement {
  /**
   * `told`: triggers tell of every change. `any`: they do not, so that whatever is committed may be a change. `none`: rows
   * change without a commit.
   */
  readonly trust: 'told' | 'any' | 'none'
  /** Why not `told`. */
  readonly reasons: readonly string[]
  /** Whether a change may cause others. */
  readonly hasEffects: boolean
}

/** Finds out whether the database is what the model says, and whether it tells of every change. */
export const judgeStructure = (relations: readonly Relation[], sources: Sources): Judgement => {
  const byOid = new Map(relations.map((each) => [each.oid, each]))
  const reasons = new Set<string>()
  const foreign = new Set<Relation>()

  /** @param above the name of the table that this one inherits from. @returns the model's tables that rows come from. */
  const visit = (relation: Relation | undefined, above?: string): readonly string[] => {
    if (!relation) return []
    const { kind, path, hasPolicies, hasFunctions, children, reads } = relation
    if (hasPolicies) reasons.add(`${path} has row-level security`)
    if (hasFunctions) reasons.add(`${path} calls functions`)
    if (kind === 'v') return (reads ?? []).flatMap((each) => visit(byOid.get(each)))
    const name = above ?? relation.name
    if (kind === 'f') foreign.add(relation)
    if (kind !== 'r' && kind !== 'p') reasons.add(`${path} is not an ordinary table`)
    else if (name === null) reasons.add(`${path} is not part of the model`)
    else if (!isTelling(relation, name)) reasons.add(`${path} lacks a trigger that tells of changes, or it is disabled`)
    for (const child of children ?? []) visit(byOid.get(child), name ?? path)
    return [name ?? path]
  }

  for (const relation of relations) {
    const expected = relation.name === null ? undefined : sources.get(relation.name)
    if (!expected) continue
    if (!isSame(visit(relation), expected))
      reasons.add(`${relation.path} takes its rows from other tables than the model says`)
  }
  const trust = foreign.size > 0 ? 'none' : reasons.size > 0 ? 'any' : 'told'
  const hasEffects = trust !== 'told' || relations.some((each) => each.hasEffects)
  return { trust, reasons: [...reasons], hasEffects }
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  [...new Set(some)].sort().join() === [...new Set(others)].sort().join()
