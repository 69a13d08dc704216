import { Link } from '@ui5/webcomponents-react/Link'
import { hrefOf } from '../../parts/route.ts'

interface TableLinkProps {
  readonly schema: string
  readonly table: string
  /** The schema of the table that is looked at: others are named. */
  readonly from: string
}

/** Leads to the structure of another table. */
export const TableLink = ({ schema, table, from }: TableLinkProps) => (
  <Link href={hrefOf('table', [schema, table], { tab: 'structure' })}>{nameFrom(from, schema, table)}</Link>
)

/** What a table is called by those of a schema. */
export const nameFrom = (from: string, schema: string, table: string): string =>
  schema === from ? table : `${schema}.${table}`
