import type { FileFormat, RecordHandler, RecordReader } from '../transfer/file-format.ts'
import { JsonArrayReader } from './json-array-reader.ts'
import { fieldOf } from './json-fields.ts'
import { NdjsonReader, type ObjectHandler, type ObjectReader } from './ndjson-reader.ts'

type JsonFormat = Extract<FileFormat, { type: 'json' | 'ndjson' }>

export const createObjectReader = (type: JsonFormat['type']): ObjectReader =>
  type === 'json' ? new JsonArrayReader() : new NdjsonReader()

/** Reads objects as records: the members of the format's keys, in their order. A member that is not there is NULL. */
export const createJsonRecordReader = ({ type, keys, asksKinds }: JsonFormat): RecordReader => {
  const reader = createObjectReader(type)
  const handler =
    (onRecord: RecordHandler): ObjectHandler =>
    (row, line) =>
      onRecord(
        keys.map((key, index) => fieldOf(row, key, asksKinds?.[index])),
        line,
      )
  return {
    push: (bytes, onRecord) => reader.push(bytes, handler(onRecord)),
    end: (onRecord) => reader.end(handler(onRecord)),
  }
}
