import { quoteIdentifier } from '../../core/identifiers.ts'
import type { Dialect } from '../dialect.ts'
import { catalog } from './catalog.ts'
import { comparison } from './comparison.ts'
import { filterTarget } from './filter.ts'
import { monitoring } from './monitoring.ts'
import { structure } from './structure.ts'
import { bindValue, jsonValue, placeholder, selectExpression } from './values.ts'

export const postgresDialect: Dialect = {
  engine: 'postgres',
  platform: 'PostgreSQL',
  driver: 'pg',
  capabilities: { hasTransactionalDdl: true },
  catalog,
  monitoring,
  comparison,
  structure,
  quote: quoteIdentifier,
  placeholder,
  isSystemSchema: (schema) => /^pg_/i.test(schema) || schema.toLowerCase() === 'information_schema',
  selectExpression,
  jsonValue,
  bindValue,
  filterTarget,
}
