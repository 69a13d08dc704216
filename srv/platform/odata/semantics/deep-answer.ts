import type { Column, Entity, Token } from '../../cap/csn.ts'
import { complete } from '../drafts/expanded-drafts.ts'
import { sharedKey } from '../../cap/shared-key.ts'
import { type Interceptor, type Request, type Row, selectQuery, toRows, type Transaction } from '../../cap/request.ts'

const isWanted = (header: string | undefined): boolean => !/return\s*=\s*"?minimal/.test(header ?? '')

/** The columns that show an entity as deep as it was posted. */
const postedColumns = (entity: Entity, data: Row): Column[] => [
  '*',
  ...Object.values(entity.compositions ?? {}).flatMap((composition): Column[] => {
    const items = toRows(data[composition.name])
    if (!composition._target || !(composition.name in data)) return []
    return [{ ref: [composition.name], expand: postedColumns(composition._target, Object.assign({}, ...items) as Row) }]
  }),
]

/** What a deep insert or a deep update has sent. */
const writtenBy = ({ event, query, data }: Request): Row | undefined => {
  if (event === 'CREATE') return query?.INSERT?.entries[0]
  return event === 'UPDATE' && query?.UPDATE ? data : undefined
}

/** Answers a deep insert or update as deep as it was sent, for drafts as for active records. */
export const deepAnswer: Interceptor = (request, next, tx) => {
  const { target } = request
  const posted = writtenBy(request)
  if (!posted || request.protocol !== 'odata' || !target?.elements) return next()
  const columns = postedColumns(target, posted)
  return columns.length === 1 || !isWanted(request.headers['prefer'])
    ? next()
    : deepened(columns, target, request, next, tx)
}

async function deepened(
  columns: readonly Column[],
  target: Entity,
  request: Request,
  next: () => Promise<unknown>,
  tx: Transaction,
): Promise<unknown> {
  const key = sharedKey(target)
  // Handlers take out of it what tables do not have.
  const { [key]: id, IsActiveEntity: wasActive } = request.data
  const result = await next()
  const written = toRows(result)[0]
  const val = written?.[key] ?? request.data[key] ?? id
  const where: Token[] = [{ ref: [key] }, '=', { val }]
  if (target.drafts) {
    const isActive = written?.['IsActiveEntity'] ?? request.data['IsActiveEntity'] ?? wasActive ?? false
    where.push('and', { ref: ['IsActiveEntity'] }, '=', { val: isActive })
  }
  const from = { ref: [target.name] }
  const [row] = toRows(await tx.run(selectQuery({ from, columns: [...columns], where, one: true })))
  if (!row) return result
  delete row['DraftAdministrativeData_DraftUUID']
  await complete([row], columns, target, tx)
  return Object.assign([row], { affected: 1 })
}
