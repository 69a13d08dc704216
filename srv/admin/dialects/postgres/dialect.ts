import { quoteIdentifier } from '../../core/identifiers.ts'
import type { Dialect } from '../dialect.ts'
import { catalog } from './catalog.ts'
import { filterTarget } from './filter.ts'
import { lineage } from './lineage.ts'
import { monitoring } from './monitoring.ts'
import { bindValue, jsonValue, placeholder, selectExpression } from './values.ts'

export const postgresDialect: Dialect = {
  engine: 'postgres',
  platform: 'PostgreSQL',
  driver: 'pg',
  capabilities: { hasTransactionalDdl: true },
  catalog,
  monitoring,
  lineage,
  quote: quoteIdentifier,
  placeholder,
  isSystemSchema: (schema) => /^pg_/i.test(schema) || schema.toLowerCase() === 'information_schema',
  selectExpression,
  jsonValue,
  bindValue,
  filterTarget,
}
