import { quoteIdentifier } from '../../core/identifiers.ts'
import type { Dialect } from '../dialect.ts'
import { catalog } from './catalog.ts'
import { filterTarget } from './filter.ts'
import { monitoring } from './monitoring.ts'
import { bindValue, jsonValue, placeholder, selectExpression } from './values.ts'

/** Made from the manual and not exercised on a live system. */
export const hanaDialect: Dialect = {
  engine: 'hana',
  platform: 'SAP HANA',
  driver: 'hdb',
  capabilities: { hasTransactionalDdl: false },
  catalog,
  monitoring,
  quote: quoteIdentifier,
  placeholder,
  isSystemSchema: (schema) => /^(?:_SYS_|SYS$|SYSTEM$|PUBLIC$|UIS$|PAL_CONTENT$)/i.test(schema),
  selectExpression,
  jsonValue,
  bindValue,
  filterTarget,
}
