import { AdminError } from '../../errors.ts'

/** What is wrong with a file, and where. */
export const fileError = (line: number, problem: string): AdminError =>
  new AdminError('INVALID_FILE_CONTENT', `Line ${line}: ${problem}`)
