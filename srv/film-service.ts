import cds from '@sap/cds'
import {
  authorizeDiscard,
  rejectDuplicates,
  rejectExisting,
  rejectIncomplete,
  reportDraftProblems,
  type Request,
} from './platform/odata/index.ts'

/** Films with their drafts and links. What holds for every service is in odata/. */
export default class FilmService extends cds.ApplicationService {
  override async init(): Promise<void> {
    const before = (events: string[], rule: (request: Request) => unknown): void => {
      this.before(events, '*', (request: unknown) => rule(request as Request))
    }
    before(['NEW'], rejectExisting)
    before(['NEW', 'UPDATE'], reportDraftProblems)
    before(['CREATE', 'UPDATE'], rejectDuplicates)
    before(['UPDATE'], rejectIncomplete)
    before(['CANCEL'], authorizeDiscard)
    await super.init()
  }
}
