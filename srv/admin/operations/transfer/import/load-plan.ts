import type { ColumnMapping } from '../../../core/transfer/column-mapping.ts'
import type { FileFormat } from '../../../core/transfer/file-format.ts'
import type { LoadPlan } from '../../../core/transfer/load-plan.ts'
import type { StoredForm } from '../../../core/transfer/stored-form.ts'
import { asksKinds } from '../../../core/transfer/target-column.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import type { OperationContext } from '../../operation.ts'
import { targetOf } from '../../target-of.ts'
import type { ImportSource } from './source.ts'

/** How the rows of a file get into the columns that they are mapped to. */
export const loadPlan = (
  { dialect: { capabilities, hides }, user }: OperationContext,
  {
    onError,
    maxErrors,
    batchSize,
    checksEachRow,
    merge,
    spelling,
    reading,
  }: Pick<LoadPlan, 'onError' | 'maxErrors' | 'batchSize' | 'checksEachRow' | 'merge' | 'spelling' | 'reading'>,
  source: ImportSource,
  mapping: ColumnMapping<ColumnMetadata>,
  forms: ReadonlyMap<string, StoredForm>,
): LoadPlan => {
  const columns = mapping.pairs.map(({ fileIndex, column }, index) => ({
    ...targetOf(column, forms.get(column.name)),
    fileIndex: isOfObjects(source.format) ? index : fileIndex,
    isKey: merge?.keys.includes(column.name) === true,
  }))
  return {
    ...formatOf(source, mapping, columns),
    hasHeader: source.hasHeader,
    columns,
    stored: { hasInfiniteValues: capabilities.hasInfiniteValues, hasExactDecimals: capabilities.hasExactDecimals },
    spelling,
    reading,
    showsValues: user.is('admin'),
    hidesRows: hides !== undefined,
    onError,
    checksEachRow,
    merge,
    maxErrors,
    batchSize,
  }
}

const isOfObjects = (format: FileFormat): format is Extract<FileFormat, { keys: unknown }> => 'keys' in format

/** Of objects only the members that go somewhere are read: a file may have thousands of others, each row but one of them. */
const formatOf = (
  { format, columns }: ImportSource,
  { pairs }: ColumnMapping<ColumnMetadata>,
  targets: LoadPlan['columns'],
): Pick<LoadPlan, 'format' | 'width'> => {
  const asked: boolean[] = []
  for (const target of targets) asked[target.fileIndex] = asksKinds(target)
  return isOfObjects(format)
    ? { format: { ...format, asksKinds: asked, keys: pairs.map(({ fileName }) => fileName) }, width: pairs.length }
    : { format: { ...format, asksKinds: asked }, width: columns.length }
}
