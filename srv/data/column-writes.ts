/** What the data service checks and completes before columns are written; CAP does the rest. */
import cds, { type Request } from '@sap/cds'
import { type Next, sentBody } from './record-reads.ts'
import { refuseModelRow, refuseExisting } from './protect-model.ts'

const { DELETE, INSERT, SELECT } = cds.ql

const ENTITIES = 'saga.Entities'
const COLUMNS = 'saga.Entities_columns'
const NAME_LENGTH = 255

interface ColumnRow {
  up__name?: string | null
  name?: string | null
  type?: string | null
  isKey?: boolean | null
}

const refuseOwner = (req: Request, target: string): never =>
  req.reject({ status: 400, code: 'OWNER_MISMATCH', message: 'The column names another entity than its owner', target })

const refuseDuplicate = (req: Request, target: string): never =>
  req.reject({ status: 409, code: 'ENTITY_ALREADY_EXISTS', message: 'A column of that name already exists', target })

/** Whether a body contradicts the owner that its path or its parent gives, by key or by reference. */
const contradicts = (sent: unknown, owner: unknown): boolean => {
  const { up__name, up_ } = (sent ?? {}) as { up__name?: unknown; up_?: { name?: unknown } | null }
  return (up__name !== undefined && up__name !== owner) || (up_?.name !== undefined && up_.name !== owner)
}

/** Before CREATE and UPDATE of an entity: the columns sent are all it has, belong to it, and have a name, if an empty one. */
export const completeColumns = (req: Request): void => {
  const entity = req.data as { name: string; columns?: (ColumnRow | null)[] | null }
  if (entity.columns === undefined) return
  entity.columns ??= []
  // What is no array CAP has refused by now, though this still runs.
  if (!Array.isArray(entity.columns)) return
  const sent = sentBody(req)['columns'] as unknown[] | null | undefined
  const names = new Set<string>()
  entity.columns.forEach((column, index) => {
    const target = `columns[${index}]`
    if (column === null || typeof column !== 'object' || Array.isArray(column))
      return req.reject({ status: 400, code: 'ASSERT_DATA_TYPE', message: 'A column must be an object', target })
    if (contradicts(sent?.[index], entity.name) || contradicts(column, entity.name))
      refuseOwner(req, `${target}/up__name`)
    column.name ??= ''
    column.type ??= null
    column.isKey ??= null
    if (names.has(column.name)) refuseDuplicate(req, `${target}/name`)
    names.add(column.name)
  })
}

interface Owner {
  name: string
  isModel: boolean | null
}

/** The entity that a new column belongs to: the one of the path, or for a column posted alone the one it names. */
const ownerOf = async (req: Request): Promise<Owner | undefined> => {
  const { ref } = req.subject as unknown as { ref?: object[] }
  const owner =
    ref && ref.length > 1
      ? SELECT.one.from({ ref: ref.slice(0, -1) } as never)
      : SELECT.one.from(ENTITIES).where({ name: (req.data as ColumnRow).up__name })
  return (await owner.columns('name', 'isModel')) as Owner | undefined
}

/** Before CREATE of a single column: its entity must exist, and must not mirror the model. */
export const completeColumn = async (req: Request): Promise<void> => {
  const column = req.data as ColumnRow
  column.name ??= ''
  if (column.up__name == null)
    return req.reject({
      status: 400,
      code: 'ASSERT_MANDATORY',
      message: 'Provide the missing value.',
      target: 'up__name',
    })
  const owner = await ownerOf(req)
  if (!owner)
    return req.reject({
      status: 400,
      code: 'ASSERT_TARGET',
      message: `There is no Entities('${column.up__name}')`,
      target: 'up__name',
    })
  if (contradicts(sentBody(req), owner.name) || contradicts(column, owner.name)) refuseOwner(req, 'up__name')
  if (owner.isModel) refuseModelRow(req, owner.name)
  await refuseExisting(req)
}

/** The name that an update asks for: in `req.data` CAP has replaced it by that of the path. */
const newNameOf = (req: Request): string | undefined => {
  const { name } = sentBody(req)
  if (name === undefined) return undefined
  if (name !== null && (typeof name !== 'string' || name.length > NAME_LENGTH))
    return req.reject({
      status: 400,
      code: 'ASSERT_DATA_TYPE',
      message: `A name is a string of at most ${NAME_LENGTH} characters`,
      target: 'name',
    })
  return name ?? ''
}

/** UPDATE of a column: a new name, which is part of the key, moves the row; everything else is CAP's to do. */
export const renameColumn = async (req: Request, next: Next): Promise<unknown> => {
  const name = newNameOf(req)
  const column = (await SELECT.one.from(req.subject as never)) as
    (ColumnRow & { up__name: string; name: string }) | undefined
  if (!column) return next()
  const { up__name } = column
  if (contradicts(sentBody(req), up__name) || contradicts(req.data, up__name)) refuseOwner(req, 'up__name')
  if (name === undefined || name === column.name) return next()
  if (await SELECT.one.from(COLUMNS).columns('name').where({ up__name, name })) refuseDuplicate(req, 'name')
  const renamed = { ...column, ...(req.data as ColumnRow), up__name, name }
  await DELETE.from(COLUMNS).where({ up__name, name: column.name })
  await INSERT.into(COLUMNS).entries(renamed)
  return renamed
}

/** After READ: an entity created without columns has none, which CAP tells as null. */
export const listNoColumns = (entities: unknown): void => {
  for (const entity of [entities].flat() as ({ columns?: unknown } | null)[])
    if (entity?.columns === null) entity.columns = []
}
