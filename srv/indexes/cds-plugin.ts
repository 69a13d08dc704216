import cds from '@sap/cds'
import { indexDeployments } from './index-deployments.ts'

const { requires } = cds.env as unknown as { readonly requires: Readonly<Record<string, unknown>> }
if (requires['indexes'] !== false) indexDeployments()
