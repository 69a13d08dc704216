import { inOrder } from '../../../../srv/platform/postgres/postgres-service.ts'

test.each([
  ['SELECT to_jsonb("$p".*) as _json_ FROM (SELECT 1)', 'SELECT to_json("$p".*) as _json_ FROM (SELECT 1)'],
  ['SELECT to_jsonb(root.*) as _json_ FROM (SELECT 1)', 'SELECT to_json(root.*) as _json_ FROM (SELECT 1)'],
  [
    `SELECT coalesce(jsonb_agg (to_jsonb("a ""b""".*)),'[]'::jsonb) as _json_ FROM (SELECT to_jsonb(x))`,
    `SELECT coalesce(json_agg (to_json("a ""b""".*)),'[]'::json) as _json_ FROM (SELECT to_jsonb(x))`,
  ],
  ["SELECT 'SELECT to_jsonb(x)' as a", "SELECT 'SELECT to_jsonb(x)' as a"],
])('%s', (sql, expected) => {
  expect(inOrder(sql)).toBe(expected)
})
