import cds from '@sap/cds'
import type { Request } from './odata/request.ts'
import { rejectDuplicates } from './odata/integrity/reject-duplicates.ts'
import { rejectExisting } from './odata/integrity/reject-existing.ts'
import { reportDraftProblems } from './odata/integrity/report-draft-problems.ts'

/** Films with their drafts and links. What holds for every service is in odata/. */
export default class FilmService extends cds.ApplicationService {
  override async init(): Promise<void> {
    const before = (events: string[], rule: (request: Request) => unknown): void =>
      void this.before(events, '*', (request: unknown) => rule(request as Request))

    before(['NEW'], rejectExisting)
    before(['NEW', 'UPDATE'], reportDraftProblems)
    before(['CREATE', 'UPDATE'], rejectDuplicates)
    await super.init()
  }
}
