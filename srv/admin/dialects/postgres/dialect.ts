import { quoteIdentifier } from '../../core/identifiers.ts'
import type { Dialect } from '../dialect.ts'
import { analysis } from './analysis.ts'
import { catalog } from './catalog.ts'
import { comparison } from './comparison.ts'
import { filterTarget } from './filter.ts'
import { keyTiming } from './key-timing.ts'
import { lineage } from './lineage.ts'
import { monitoring } from './monitoring.ts'
import { pageStatement } from './page.ts'
import { timeSeries } from './time-series.ts'
import { sequences } from './sequences.ts'
import { schemaStructure } from './schema-structure.ts'
import { structure } from './structure.ts'
import { bindValue, cutExpression, jsonValue, placeholder, rowChanges, selectExpression } from './values.ts'

export const postgresDialect: Dialect = {
  engine: 'postgres',
  platform: 'PostgreSQL',
  driver: 'pg',
  capabilities: { hasInfiniteValues: true, hasExactDecimals: true, keepsNumbers: true },
  catalog,
  monitoring,
  analysis,
  timeSeries,
  structure,
  schemaStructure,
  comparison,
  lineage,
  sequences,
  keyTiming,
  quote: quoteIdentifier,
  placeholder,
  isSystemSchema: (schema) => /^(?:pg_.*|information_schema|(?:.*_)?server_state)$/i.test(schema),
  selectExpression,
  cutExpression,
  jsonValue,
  bindValue,
  rowChanges,
  pageStatement,
  filterTarget,
}
