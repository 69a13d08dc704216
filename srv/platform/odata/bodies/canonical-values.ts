import { BASE64 } from '../values/base64.ts'
import { GUID } from '../values/guid.ts'
import type { BodyRecord } from './records.ts'

const IN_KEY = /(?<=[(,=/'])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?=[),'/]|$)/gi
const BINDING = '@odata.bind'

/**
 * Databases compare texts: GUIDs, which are equal in any case, are stored in lower case alone, and so are those in the
 * URLs of the records that are bound, whose keys are GUIDs; bytes are stored in one of the alphabets of base64.
 */
export function canonicalValues({ entity, record }: BodyRecord): void {
  for (const [name, value] of Object.entries(record)) {
    if (typeof value !== 'string') continue
    const isBinding = name.endsWith(BINDING)
    const property = isBinding ? name.slice(0, -BINDING.length) : name
    const element = Object.hasOwn(entity.elements, property) ? entity.elements[property] : undefined
    if (element?._type === 'cds.UUID' && GUID.test(value)) record[name] = value.toLowerCase()
    if (element?._type === 'cds.Binary' && BASE64.test(value))
      record[name] = Buffer.from(value, 'base64').toString('base64')
    const keys = Object.values(element?._target?.keys ?? {}).filter(({ isAssociation }) => !isAssociation)
    if (isBinding && keys.some(({ _type }) => _type === 'cds.UUID'))
      record[name] = value.replace(IN_KEY, (guid) => guid.toLowerCase())
  }
}
