import { useEffect, useEffectEvent } from 'react'
import { useTable } from '../../api/table.ts'
import { type Loaded, useLoaded } from '../../api/use-loaded.ts'
import { guessDelimiter } from './guess-delimiter.ts'
import { type Delimiter, hasRowOfNames, type ImportForm, type Pair } from './import-form.ts'
import { type FileRows, parseHead } from './parse-head.ts'
import { mappingOf, pairsOf } from './preview-mapping.ts'
import { type Head, readHead } from './read-head.ts'

export interface SeenFile {
  readonly head: Loaded<Head>
  /** The first rows; undefined where they cannot be seen. */
  readonly rows: FileRows | undefined
  /** Columns of the table that take values. */
  readonly targets: readonly { readonly name: string; readonly type: string }[]
  /** By column of the file; undefined without a table. */
  readonly mapping: readonly (string | undefined)[] | undefined
  /** What is asked of the API; undefined where its own matching has to do. */
  readonly pairs: readonly Pair[] | undefined
}

/** Workbooks are packed: only the server looks into them. */
export const isSheet = (file: string): boolean => file.toLowerCase().endsWith('.xlsx')

/**
 * How a file begins, and where its columns go: what is seen is what is asked of the API.
 *
 * @param onDelimiter told when the file shows that its fields are divided otherwise.
 */
export const useFileRows = (
  form: ImportForm,
  source: File | undefined,
  onDelimiter: (delimiter: Delimiter) => void,
): SeenFile => {
  const { file, encoding } = form
  const isSeen = file !== '' && !isSheet(file) && !/\.gz(?:ip)?$/i.test(file)
  const head = useLoaded(isSeen ? JSON.stringify([file, encoding, source?.lastModified]) : null, (signal) =>
    readHead(file, source, encoding, signal),
  )
  const look = useEffectEvent((text: string) => {
    const guessed = guessDelimiter(text, form.delimiter)
    if (file.toLowerCase().endsWith('.csv') && guessed !== form.delimiter) onDelimiter(guessed)
  })
  const begin = head.value?.text
  useEffect(() => {
    if (begin !== undefined) look(begin)
  }, [begin])
  const table = useTable(form.schema, form.table)
  const targets = (table.value?.columns ?? []).filter(({ isGenerated }) => !isGenerated)
  const rows = head.value && parseHead(file, head.value, form)
  const names = targets.map(({ name }) => name)
  const mapping = rows && table.value && mappingOf(rows.columns, names, form)
  return { head, rows, targets, mapping, pairs: mapping && pairsOf(rows.columns, mapping, hasRowOfNames(file)) }
}
