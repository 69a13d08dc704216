import { listDifferences } from '../../../app/cockpit/src/pages/compare-schema/differences.ts'

test('all differences are listed, those of one object together', () => {
  const change = { value1: 'x', value2: null }
  const differences = listDifferences({
    tables: {
      onlyInSchema1: ['old'],
      onlyInSchema2: ['new'],
      different: [
        {
          table: 'film',
          differences: [
            { kind: 'columnMissing', column: 'title', attribute: null, value1: 'text', value2: null },
            { kind: 'columnChanged', column: 'year', attribute: 'type', value1: 'int', value2: 'text' },
            { kind: 'columnOrder', column: null, attribute: null, value1: 'a', value2: 'b' },
          ],
        },
      ],
    },
    indexes: [{ change: 'extra', table: 'film', name: 'by_year', ...change }],
    triggers: [],
    constraints: [{ change: 'missing', table: 'film', name: null, ...change }],
    views: [{ change: 'changed', name: 'all_films', ...change }],
    sequences: [],
    types: [{ change: 'missing', name: 'mood', ...change }],
    ...{ routines: [], policies: [], statistics: [], privileges: [] },
  })
  expect(
    differences.map(({ object, kind, part, change: how, attribute }) => [object, kind, part, how, attribute]),
  ).toEqual([
    ['all_films', 'view', '', 'changed', null],
    ['film', 'column', 'title', 'missing', null],
    ['film', 'column', 'year', 'changed', 'type'],
    ['film', 'table', '', 'changed', 'columnOrder'],
    ['film', 'index', 'by_year', 'extra', null],
    ['film', 'constraint', '', 'missing', null],
    ['mood', 'type', '', 'missing', null],
    ['new', 'table', '', 'extra', null],
    ['old', 'table', '', 'missing', null],
  ])
})
