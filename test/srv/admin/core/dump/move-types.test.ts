import { moveTypes } from '../../../../../srv/admin/core/dump/move-types.ts'
import { rebuild } from '../../../../../srv/admin/dialects/postgres/structure/rebuild.ts'

const TYPES = [
  { schema: 'public', name: 'Name' },
  { schema: 'public', name: 'mood' },
]
const move = (sql: string): string => moveTypes(sql, TYPES, 'shop', rebuild.spelling)

test.each([
  [
    `a public."Name" DEFAULT 'x'::public."Name", b public.mood[]`,
    `a "shop"."Name" DEFAULT 'x'::"shop"."Name", b "shop".mood[]`,
  ],
  [`CREATE DOMAIN "public"."Name" AS text`, `CREATE DOMAIN "shop"."Name" AS text`],
  [`CHECK (b = ANY (ARRAY['well'::PUBLIC.Mood]))`, `CHECK (b = ANY (ARRAY['well'::"shop".Mood]))`],
])('types are those of the dumped schema: %s', (sql, moved) => {
  expect(move(sql)).toBe(moved)
})

test.each([
  `a public.name, b other."Name", c db.public."Name"`,
  `DEFAULT public.mood(1)`,
  `'public."Name"'`,
  `"public.mood" text`,
])('all else stays: %s', (sql) => {
  expect(move(sql)).toBe(sql)
})
