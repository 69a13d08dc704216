import type * as server from '@modelcontextprotocol/server'
import { hasCode } from '../../core/has-code.ts'
import { AdminError } from '../../errors.ts'

export type Sdk = typeof server

/** The package that speaks the protocol. */
const PACKAGE = '@modelcontextprotocol/server'

/** @throws AdminError `NOT_INSTALLED` where the application has not got it. */
export const loadSdk = async (
  load: () => Promise<Sdk> = () => import('@modelcontextprotocol/server'),
): Promise<Sdk> => {
  try {
    return await load()
  } catch (error) {
    if (!hasCode(error, 'ERR_MODULE_NOT_FOUND') && !hasCode(error, 'MODULE_NOT_FOUND')) throw error
    throw new AdminError('NOT_INSTALLED', `The Model Context Protocol needs a package: npm add ${PACKAGE}`)
  }
}
