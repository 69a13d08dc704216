import { Link } from '@ui5/webcomponents-react/Link'
import { Value } from '../value.tsx'
import { keyHref } from './key-href.ts'

interface KeyLinkProps {
  readonly place: { readonly schema: string; readonly table: string }
  /** The whole key of the row. */
  readonly values: Readonly<Record<string, unknown>>
  /** Which column of it is shown. */
  readonly name: string
}

/** A part of a key that leads to its row. */
export const KeyLink = ({ place, values, name }: KeyLinkProps) => {
  const value = <Value value={values[name]} isRecord />
  const href = keyHref({ ...place, columns: Object.keys(values) }, Object.values(values))
  return href === undefined ? value : <Link href={href}>{value}</Link>
}
