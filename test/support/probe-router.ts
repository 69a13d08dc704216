import cds from '@sap/cds'
import express, { type RequestHandler } from 'express'
import { requireRole, type Role } from '../../srv/platform/identity/index.ts'

/** Mounts a router at `/api/v1` as the administration API is: `GET /<role>` answers callers with the role, by their id. */
export const mountProbeRouter = (): void => {
  cds.once('served', () => {
    const router = express.Router()
    for (const role of ['viewer', 'operator', 'admin'] satisfies Role[]) {
      router.get(`/${role}`, requireRole(role), (_req, res) => void res.json({ id: cds.context?.user.id }))
    }
    const { before } = (cds as unknown as { middlewares: { before: RequestHandler[] } }).middlewares
    cds.app.use('/api/v1', before, router)
  })
}
