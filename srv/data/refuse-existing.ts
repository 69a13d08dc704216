import cds, { type Request } from '@sap/cds'

const { SELECT } = cds.ql

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
