import { quoteIdentifier } from '../../core/identifiers.ts'
import type { Dialect } from '../dialect.ts'
import { analysis } from './analysis.ts'
import { catalog } from './catalog.ts'
import { comparison } from './comparison.ts'
import { filterTarget } from './filter.ts'
import { lineage } from './lineage.ts'
import { monitoring } from './monitoring.ts'
import { schemaStructure } from './schema-structure.ts'
import { structure } from './structure.ts'
import { timeSeries } from './time-series.ts'
import { bindValue, jsonValue, placeholder, selectExpression } from './values.ts'

/** Made from the manual and not exercised on a live system. */
export const hanaDialect: Dialect = {
  engine: 'hana',
  platform: 'SAP HANA',
  driver: 'hdb',
  capabilities: { hasInfiniteValues: false, hasExactDecimals: true, keepsNumbers: false },
  catalog,
  monitoring,
  analysis,
  timeSeries,
  structure,
  schemaStructure,
  comparison,
  lineage,
  quote: quoteIdentifier,
  placeholder,
  isSystemSchema: (schema) => /^(?:_SYS_|SYS$|SYSTEM$|PUBLIC$|UIS$|PAL_CONTENT$)/i.test(schema),
  selectExpression,
  jsonValue,
  bindValue,
  filterTarget,
}
