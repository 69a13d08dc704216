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
