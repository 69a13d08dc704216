import type { Hidden } from '../core/hidden.ts'
import type { CatalogQuery } from '../dialects/rows.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { SchemaReader, StructureQuery } from '../dialects/schema-structure.ts'
import type { Planner, Step, StructurePlan } from '../dialects/structure.ts'

/** What stands for the text of an object that names what is hidden. */
const WITHHELD = 'It names what the application hides'

/** The same engine, whose catalog does not know the tables that the application hides, nor texts that name them. */
export const hideTables = (dialect: Dialect, hidden: Hidden | undefined): Dialect => {
  if (!hidden) return dialect
  const { catalog, monitoring, structure, schemaStructure } = dialect
  const named = ({ name }: { readonly name: string }): boolean => !hidden.isTable(name)
  const inTable = ({ table }: { readonly table: string }): boolean => !hidden.isTable(table)
  const shown = (text: string): boolean => !hidden.mentionsTable(text)
  return {
    ...dialect,
    hides: hidden,
    catalog: {
      ...catalog,
      tables: only(catalog.tables, named),
      keyedTables: only(catalog.keyedTables, named),
      views: {
        ...only(catalog.views, named),
        item: (row) => {
          const view = catalog.views.item(row)
          return hidden.mentionsTable(view.definition)
            ? { ...view, definition: null, definitionReason: WITHHELD }
            : view
        },
      },
      objectNames: only(catalog.objectNames, named),
      allObjects: only(catalog.allObjects, named),
      hiddenObjects: only(catalog.allObjects, ({ name }) => hidden.isTable(name)),
      columnsOf: only(catalog.columnsOf, inTable),
      ...(catalog.indexes && {
        indexes: {
          ...catalog.indexes,
          ofSchema: only(catalog.indexes.ofSchema, inTable),
          largeTables: only(catalog.indexes.largeTables, (name) => !hidden.isTable(name)),
        },
      }),
      ...(catalog.hiddenRows && { hiddenRows: only(catalog.hiddenRows, inTable) }),
      ...(catalog.tableText && { tableText: only(catalog.tableText, shown) }),
      ...(catalog.tableLines && {
        tableLines: { ...catalog.tableLines, lines: only(catalog.tableLines.lines, shown) },
      }),
      ...(catalog.policies && {
        policies: only(catalog.policies, ({ using, check }) => ![using, check].some(hidden.mentionsTable)),
      }),
    },
    monitoring: {
      ...monitoring,
      alerts: monitoring.alerts.map((check) => ({
        ...check,
        read: (rows) =>
          check
            .read(rows)
            .filter((alert) =>
              [alert.table, alert.object, alert.details, alert.description].every(
                (text) => !hidden.mentionsTable(text),
              ),
            ),
      })),
    },
    structure: {
      ...structure,
      clone: withoutHidden(structure.clone, hidden),
      copy: withoutHidden(structure.copy, hidden),
      ...(structure.script && { script: withoutHiddenSteps(structure.script, hidden) }),
      copies: { ...structure.copies, tables: only(structure.copies.tables, shown) },
    },
    schemaStructure: readingShown(schemaStructure, hidden),
  }
}

const only = <Input, Item>(
  question: CatalogQuery<Input, Item>,
  isShown: (item: Item) => boolean,
): CatalogQuery<Input, Item> => ({
  statement: (input) => question.statement(input),
  item: (row) => question.item(row),
  isShown,
})

const readingShown = (reader: SchemaReader, hidden: Hidden): SchemaReader => {
  const shown = <Item extends object>({ read, ...rest }: StructureQuery<Item>): StructureQuery<Item> => ({
    ...rest,
    read: (rows) => read(rows).filter((item) => isShown(item, hidden)),
  })
  const queries = Object.entries(reader.queries).map(([kind, query]) => [kind, shown(query as StructureQuery<object>)])
  return { ...reader, queries: Object.fromEntries(queries) as SchemaReader['queries'] }
}

/** Of an object that a schema consists of: by its own name, that of its table, and its text. */
const isShown = (
  { table, name, definition }: { readonly table?: string; readonly name?: string | null; readonly definition?: string },
  hidden: Hidden,
): boolean => !hidden.isTable(table ?? '') && !hidden.isTable(name ?? '') && !hidden.mentionsTable(definition ?? null)

/** A plan that tells nothing of what is hidden. */
const withoutHidden = <Input>(planner: Planner<Input>, { mentionsTable }: Hidden): Planner<Input> => ({
  questions: (input) => planner.questions(input),
  plan: (input, answers): StructurePlan => {
    const { steps, made, skipped } = planner.plan(input, answers)
    return {
      steps,
      made: made.filter(({ name, note = null }) => !mentionsTable(name) && !mentionsTable(note)),
      skipped: skipped.filter(({ name, reason }) => !mentionsTable(name) && !mentionsTable(reason)),
    }
  },
})

/** Of statements that somebody reads, not runs. */
const withoutHiddenSteps = <Input>(planner: Planner<Input>, hidden: Hidden): Planner<Input> => {
  const shown = withoutHidden(planner, hidden)
  const isShownStep = ({ about = [], statement }: Step): boolean =>
    about.every(({ name }) => !hidden.isTable(name)) && !hidden.mentionsTable(statement.sql)
  return {
    ...shown,
    plan: (input, answers) => {
      const plan = shown.plan(input, answers)
      return { ...plan, steps: plan.steps.filter(isShownStep) }
    },
  }
}
