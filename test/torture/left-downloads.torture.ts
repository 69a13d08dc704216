/** 300 readers of each format that leave in the middle, on every engine. */
import { describeLeftDownloads } from '../support/left-downloads.ts'

describeLeftDownloads(300, 900_000)
