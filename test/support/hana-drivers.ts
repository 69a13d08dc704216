import type { Driver } from '../../srv/admin/database/hana/driver.ts'
import { ofHanaClient } from '../../srv/admin/database/hana/hana-client/client.ts'
import { loadDriver } from '../../srv/admin/database/hana/load-driver.ts'
import { hanaClient } from './hana-client-double.ts'

/** Both drivers that CAP takes for SAP HANA. */
export const HANA_DRIVERS: readonly (readonly [name: string, driver: () => Driver])[] = [
  ['hdb', () => loadDriver({ driver: 'hdb' })],
  ['@sap/hana-client', () => ofHanaClient(hanaClient)],
]
