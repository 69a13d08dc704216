import { quoteIdentifier } from '../../core/identifiers.ts'
import type { Dialect } from '../dialect.ts'
import { analysis } from './analysis.ts'
import { catalog } from './catalog.ts'
import { comparison } from './comparison.ts'
import { filterTarget } from './filter.ts'
import { lineage } from './lineage.ts'
import { monitoring } from './monitoring.ts'
import { pageStatement } from './page.ts'
import { timeSeries } from './time-series.ts'
import { schemaStructure } from './schema-structure.ts'
import { structure } from './structure.ts'
import {
  bindValue,
  cutExpression,
  jsonValue,
  placeholder,
  rowChanges,
  sampleValues,
  selectExpression,
} from './values.ts'

/** A schema is a database file: `main` or one that is attached. */
export const sqliteDialect: Dialect = {
  engine: 'sqlite',
  platform: 'SQLite',
  driver: 'node:sqlite',
  capabilities: { hasInfiniteValues: false, hasExactDecimals: false, keepsNumbers: true },
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
  deferKeys: 'PRAGMA defer_foreign_keys = ON',
  isSystemSchema: (schema) => schema.toLowerCase() === 'temp',
  selectExpression,
  cutExpression,
  jsonValue,
  bindValue,
  rowChanges,
  sampleValues,
  pageStatement,
  filterTarget,
}
