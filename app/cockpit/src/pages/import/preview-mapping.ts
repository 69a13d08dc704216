import type { ImportForm, Pair } from './import-form.ts'

/** From strict to loose, as the API compares names. */
const FORMS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toLowerCase(),
  (name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''),
]

/** What each column of a file goes into: as chosen, else as `previewMapping` has it. */
export const mappingOf = (
  fileColumns: readonly string[],
  tableColumns: readonly string[],
  { matchMode, mapping }: Pick<ImportForm, 'matchMode' | 'mapping'>,
): readonly (string | undefined)[] => {
  if (mapping.length !== fileColumns.length) return previewMapping(fileColumns, tableColumns, matchMode)
  return mapping.map((name) => (tableColumns.includes(name) ? name : undefined))
}

/** As the API takes it: columns of lines and sheets by their places, members of objects by their names. */
export const pairsOf = (
  fileColumns: readonly string[],
  mapping: readonly (string | undefined)[],
  isByPlace: boolean,
): readonly Pair[] =>
  mapping.flatMap((table, index) => {
    if (table === undefined) return []
    return [{ file: isByPlace ? index + 1 : (fileColumns[index] ?? ''), table }]
  })

/**
 * Into which column of the table each column of a file would go, by the rules that the API tells for `matchMode`.
 *
 * @returns a name of the table for each column of the file; undefined where it goes nowhere.
 */
export const previewMapping = (
  fileColumns: readonly string[],
  tableColumns: readonly string[],
  mode: ImportForm['matchMode'],
): readonly (string | undefined)[] => {
  if (mode === 'order') return fileColumns.map((_, index) => tableColumns[index])
  const mapping: (string | undefined)[] = fileColumns.map(() => undefined)
  const used = new Set<string>()
  const take = (index: number, name: string | undefined): void => {
    if (name === undefined || used.has(name)) return
    mapping[index] = name
    used.add(name)
  }
  for (const form of FORMS)
    for (const [index, name] of fileColumns.entries()) {
      const wanted = form(name)
      if (mapping[index] === undefined && wanted !== '')
        take(
          index,
          tableColumns.find((column) => !used.has(column) && form(column) === wanted),
        )
    }
  if (mode === 'auto')
    for (const index of fileColumns.keys()) if (mapping[index] === undefined) take(index, tableColumns[index])
  return mapping
}
