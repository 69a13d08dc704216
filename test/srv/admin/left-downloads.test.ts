/** Readers that leave in the middle. Many more of them: test/torture/left-downloads.torture.ts. @long: leaves each download often. */
import { describeLeftDownloads } from '../../support/left-downloads.ts'

describeLeftDownloads(15, 60_000)
