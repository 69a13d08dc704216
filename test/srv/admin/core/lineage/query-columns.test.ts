import { readNodeTree } from '../../../../../srv/admin/core/lineage/node-tree.ts'
import { queryColumns } from '../../../../../srv/admin/core/lineage/query-columns.ts'

const TREE = `({QUERY :commandType 1 :rtable ({RANGETBLENTRY :alias {ALIAS :aliasname :x\\ y :colnames <>} :rtekind 0 :relid 16390})
  :targetList ({TARGETENTRY :expr {OPEXPR :args ({VAR :varno 1 :varattno 2 :varlevelsup 0} {CONST :constvalue 4 [ 1 0 0 0 ]})}
    :resno 1 :resname :resno\\ 7 :resjunk false} {TARGETENTRY :expr {VAR :varno 1 :varattno 3 :varlevelsup 0} :resno 2 :resjunk true})})`

test('a tree is read by the names of its nodes and fields, whatever words begin with a colon', () => {
  expect(readNodeTree(TREE)).toMatchObject([
    {
      type: 'QUERY',
      fields: {
        rtable: [{ fields: { alias: { fields: { aliasname: ':x y', colnames: null } }, relid: '16390' } }],
        targetList: [{ fields: { resname: ':resno 7' } }, { fields: { resjunk: 'true' } }],
      },
    },
  ])
  expect([...(queryColumns(readNodeTree(TREE)) ?? [])]).toEqual([[1, [{ relation: 16390, column: 2 }]]])
})

test.each(['', '{', ')', '({QUERY)}', 'QUERY', '({OTHER :a 1})'])('%p is no query', (text) => {
  expect(queryColumns(readNodeTree(text))).toBeNull()
})
