import { CsvReader } from '../csv/csv-reader.ts'
import { createJsonRecordReader } from '../json/json-record-reader.ts'
import { SheetReader } from '../xlsx/sheet-reader.ts'
import type { FileFormat, RecordReader } from './file-format.ts'

export const createRecordReader = (format: FileFormat): RecordReader => {
  switch (format.type) {
    case 'csv':
      return new CsvReader(format)
    case 'sheet':
      return new SheetReader(format)
    default:
      return createJsonRecordReader(format)
  }
}
