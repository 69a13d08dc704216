/** The door of this folder for services: rules that a service adds to its own handlers. */
export { authorizeDiscard } from './drafts/authorize.ts'
export { rejectDuplicates } from './integrity/reject-duplicates.ts'
export { rejectExisting } from './integrity/reject-existing.ts'
export { reportDraftProblems } from './integrity/report-draft-problems.ts'
export type { Request } from './request.ts'
