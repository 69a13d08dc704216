import type { ValueKind } from '../../../../../srv/admin/core/values.ts'
import { timeSeries } from '../../../../../srv/admin/dialects/hana/dialect.ts'
import type { ColumnMetadata } from '../../../../../srv/admin/dialects/metadata.ts'

const column = (kind: ValueKind): ColumnMetadata => ({
  ...{ name: 'T', position: 1, type: 'X', kind, length: null, precision: null, scale: null, nullable: true },
  ...{ defaultValue: null, isGenerated: false, identity: null, keyPosition: null, comment: null },
})

test('times are counted in milliseconds since 1970, cut and never rounded up', () => {
  expect(timeSeries.epochMs(column('timestamp'), '"T"')).toBe(
    `TO_BIGINT(FLOOR(NANO100_BETWEEN(TO_TIMESTAMP('1970-01-01 00:00:00'), "T") / 10000))`,
  )
  expect(timeSeries.epochMs(column('date'), '"T"')).toBe(
    `TO_BIGINT(DAYS_BETWEEN(TO_DATE('1970-01-01'), "T")) * 86400000`,
  )
})

test('steps and months are whole numbers, rounded down also before 1970', () => {
  expect(timeSeries.step('clock', 3_600_000, -259_200_000)).toBe('TO_BIGINT(FLOOR((clock - (-259200000)) / 3600000))')
  expect(timeSeries.floorDivide('m', 3)).toBe('TO_BIGINT(FLOOR((m) / 3))')
  expect(timeSeries.month('clock')).toBe(
    `YEAR(ADD_SECONDS(TO_TIMESTAMP('1970-01-01 00:00:00'), FLOOR(clock / 1000))) * 12 + MONTH(ADD_SECONDS(TO_TIMESTAMP('1970-01-01 00:00:00'), FLOOR(clock / 1000))) - 1`,
  )
})
