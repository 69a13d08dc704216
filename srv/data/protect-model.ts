import cds, { type Request } from '@sap/cds'

const { SELECT } = cds.ql

interface Subject {
  ref: [string, ...string[]]
}

/** Refuses a change to rows that mirror the served model: they follow the model alone. */
export const refuseModelRow = (req: Request, name: string): never =>
  req.reject({
    status: 403,
    code: 'MODEL_ROW_PROTECTED',
    message: `Entities('${name}') describes the served model and cannot be changed`,
  })

const refuseIfModel = async (req: Request, name: string, isModel: string): Promise<void> => {
  const rows = (await SELECT.from(req.subject as unknown as Subject as never).columns(
    `${name} as name`,
    `${isModel} as isModel`,
  )) as {
    name: string
    isModel: boolean | null
  }[]
  const protectedRow = rows.find((row) => row.isModel)
  if (protectedRow) refuseModelRow(req, protectedRow.name)
}

/** Before UPDATE and DELETE of /Entities. */
export const protectModelEntities = (req: Request): Promise<void> => refuseIfModel(req, 'name', 'isModel')

/** Before UPDATE and DELETE of /Entities_columns. */
export const protectModelColumns = (req: Request): Promise<void> => refuseIfModel(req, 'up__name', 'up_.isModel')

/** Before CREATE of a row whose key is taken: answers a 409 that names the key, where the database would only tell of a constraint. */
export const refuseExisting = async (req: Request): Promise<void> => {
  const { name, keys } = req.target as unknown as { name: string; keys: Record<string, { isAssociation?: boolean }> }
  const row = req.data as Record<string, string>
  const keyNames = Object.keys(keys).filter((key) => !keys[key]?.isAssociation)
  const key = Object.fromEntries(keyNames.map((keyName) => [keyName, row[keyName]]))
  if (
    await SELECT.one
      .from(name)
      .columns(...keyNames)
      .where(key)
  )
    req.reject({
      status: 409,
      code: 'ENTITY_ALREADY_EXISTS',
      message: 'A row with this key already exists',
      target: keyNames.at(-1),
    })
}
