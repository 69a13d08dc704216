/** Readers that leave in the middle. Many more of them: test/torture/left-downloads.torture.ts */
import { describeLeftDownloads } from '../../support/left-downloads.ts'
import { runs } from '../../support/long.ts'

describeLeftDownloads(runs(3, 15), 60_000)
