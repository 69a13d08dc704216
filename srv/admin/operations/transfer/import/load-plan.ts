import type { ColumnMapping } from '../../../core/transfer/column-mapping.ts'
import type { FileFormat } from '../../../core/transfer/file-format.ts'
import type { LoadPlan } from '../../../core/transfer/load-plan.ts'
import type { StoredForm } from '../../../core/transfer/stored-form.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import type { OperationContext } from '../../operation.ts'
import type { ImportSource } from './source.ts'

/** How the rows of a file get into the columns that they are mapped to. */
export const loadPlan = (
  { dialect: { capabilities }, user }: OperationContext,
  {
    onError,
    maxErrors,
    batchSize,
    checksEachRow,
    merge,
    spelling,
  }: Pick<LoadPlan, 'onError' | 'maxErrors' | 'batchSize' | 'checksEachRow' | 'merge' | 'spelling'>,
  source: ImportSource,
  mapping: ColumnMapping<ColumnMetadata>,
  forms: ReadonlyMap<string, StoredForm>,
): LoadPlan => ({
  ...reading(source, mapping),
  hasHeader: source.hasHeader,
  columns: mapping.pairs.map(({ fileIndex, column: { name, kind, type, length, precision, scale } }, index) => ({
    fileIndex: isOfObjects(source.format) ? index : fileIndex,
    name,
    kind,
    type,
    length,
    precision,
    scale,
    form: forms.get(name),
    isKey: merge?.keys.includes(name) === true,
  })),
  stored: { hasInfiniteValues: capabilities.hasInfiniteValues, hasExactDecimals: capabilities.hasExactDecimals },
  spelling,
  showsValues: user.is('admin'),
  onError,
  checksEachRow,
  merge,
  maxErrors,
  batchSize,
})

const isOfObjects = (format: FileFormat): format is Extract<FileFormat, { keys: unknown }> => 'keys' in format

/** Of objects only the members that go somewhere are read: a file may have thousands of others, each row but one of them. */
const reading = (
  { format, columns }: ImportSource,
  { pairs }: ColumnMapping<ColumnMetadata>,
): Pick<LoadPlan, 'format' | 'width'> =>
  isOfObjects(format)
    ? { format: { ...format, keys: pairs.map(({ fileName }) => fileName) }, width: pairs.length }
    : { format, width: columns.length }
