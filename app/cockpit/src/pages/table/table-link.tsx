import { Link } from '@ui5/webcomponents-react/Link'
import { hrefOf } from '../../parts/route.ts'

/** Leads to the structure of another table. */
export const TableLink = ({ schema, table }: { schema: string; table: string }) => (
  <Link href={hrefOf('table', [schema, table], { tab: 'structure' })}>{table}</Link>
)
