import type { ImportForm } from './import-form.ts'

/** From strict to loose, as the API compares names. */
const FORMS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toLowerCase(),
  (name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''),
]

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
