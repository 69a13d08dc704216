import { columnLines, createTableText } from '../../../../srv/admin/operations/listing/table/read-definition.ts'

const quote = (name: string): string => `"${name}"`
const COLUMN = { nullable: true, defaultValue: null, isGenerated: false, identity: null } as const

test('a table is written with its columns and constraints', () => {
  const columns = [
    { ...COLUMN, name: 'id', type: 'integer', nullable: false, identity: 'always' as const },
    { ...COLUMN, name: 'n', type: 'integer', defaultValue: '1' },
    { ...COLUMN, name: 'twice', type: 'integer', defaultValue: '(n * 2)', isGenerated: true },
    { ...COLUMN, name: 'thrice', type: 'integer', isGenerated: true, generation: '(n * 3) STORED' },
  ]
  const constraints = [
    { name: 'pk', kind: 'primaryKey', definition: 'PRIMARY KEY (id)' },
    { name: null, kind: 'unique', definition: '(n)' },
  ] as const
  expect(createTableText('"s"."t"', columnLines(columns, constraints, quote))).toBe(`CREATE TABLE "s"."t" (
  "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  "n" integer DEFAULT 1,
  "twice" integer GENERATED ALWAYS AS ((n * 2)),
  "thrice" integer GENERATED ALWAYS AS (n * 3) STORED,
  CONSTRAINT "pk" PRIMARY KEY (id),
  UNIQUE (n)
)`)
})
