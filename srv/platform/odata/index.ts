/** The door of this folder: for the server, and for services, which add rules to their own handlers. */
export { mountOData } from './mount.ts'
export { authorizeDiscard } from './drafts/authorize.ts'
export { rejectDuplicates } from './integrity/reject-duplicates.ts'
export { rejectIncomplete } from './integrity/reject-incomplete.ts'
export { rejectExisting } from './integrity/reject-existing.ts'
export { reportDraftProblems } from './integrity/report-draft-problems.ts'
export type { Request } from '../cap/request.ts'
