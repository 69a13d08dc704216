import type { Entity } from '../../cap/csn.ts'
import { type Request, type Row, toRows } from '../../cap/request.ts'

const forget = (row: Row, { elements, compositions }: Entity): void => {
  for (const element of Object.values(elements))
    if (element['@cds.on.insert'] && element['@cds.on.update']) Reflect.deleteProperty(row, element.name)
  for (const { name, _target } of Object.values(compositions ?? {}))
    if (_target) for (const item of toRows(row[name])) forget(item, _target)
}

/** A record that a draft becomes was last changed when it was created: CAP takes over the time of the draft's last change. */
export const freshStamps = ({ target, data }: Request): void => {
  if (target?.drafts) forget(data, target)
}
