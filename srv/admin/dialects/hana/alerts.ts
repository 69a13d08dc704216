/** The alerts of HANA's statistics server. Not exercised on a live system. */
import { plain } from '../../core/values.ts'
import { alert, type AlertCheck, type Severity } from '../monitoring.ts'
import { instantOrNull, number, text, textOrNull } from '../rows.ts'

/** ALERT_RATING: 1 information, 2 low, 3 medium, 4 high, 5 error */
const SEVERITY_OF: Record<number, Severity> = { 1: 'info', 2: 'low', 3: 'medium', 4: 'high', 5: 'critical' }

export const alerts: readonly AlertCheck[] = [
  {
    id: 'statistics-server',
    source: 'engine',
    statement:
      plain(`SELECT ALERT_ID AS "id", ALERT_TIMESTAMP AS "time", ALERT_RATING AS "rating", ALERT_NAME AS "name",
      ALERT_DESCRIPTION AS "description", ALERT_DETAILS AS "details", ALERT_USERACTION AS "action"
      FROM _SYS_STATISTICS.STATISTICS_CURRENT_ALERTS ORDER BY ALERT_RATING DESC, ALERT_ID`),
    read: (rows) =>
      rows.map((row) =>
        alert({
          code: `ALERT_${text(row, 'id')}`,
          severity: SEVERITY_OF[number(row, 'rating')] ?? 'info',
          name: textOrNull(row, 'name') ?? `Alert ${text(row, 'id')}`,
          description: textOrNull(row, 'description') ?? '',
          details: textOrNull(row, 'details'),
          timestamp: instantOrNull(row, 'time'),
          userAction: textOrNull(row, 'action'),
        }),
      ),
  },
]
