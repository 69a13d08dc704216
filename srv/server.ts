import { answerTheRest, guardRequests } from './guard/index.ts'
import { mountOData } from './odata/mount.ts'
import { serveHealth, startSafely, supervise } from './process/index.ts'

const lifecycle = supervise()
guardRequests()
serveHealth(lifecycle)
mountOData()
answerTheRest()

export default startSafely
