/** What CAP's deployments run after they have made the tables, wherever they run: it looks for this name beside the models. */
import { createIndexes } from './indexes/index.ts'

export default createIndexes
