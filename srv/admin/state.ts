import { join } from 'node:path'
import { clonedSchemas, copiedTables, type CopyRegister } from './catalog/registers.ts'
import type { AdminConfig } from './config.ts'
import { DirectoryStore } from './files/file-store.ts'
import { type ManagedFiles, ResultFiles } from './files/managed-files.ts'
import { JobRegistry, type Jobs } from './jobs/job-registry.ts'
import type { SchemaRegister } from './operations/operation.ts'
import { asAdminDatabase, type SharedState } from './shared/state.ts'
import { sharedClonedSchemas, sharedCopiedTables, jobsOrOwn } from './shared/shared-or-own.ts'
import { DatabaseStore } from './shared/file-store.ts'
import { SharedJobs } from './shared/jobs.ts'

/** What the API remembers from one request to the next. */
export interface State {
  readonly files: ManagedFiles
  readonly results: ResultFiles
  readonly jobs: Jobs
  readonly schemas: SchemaRegister
  readonly copies: CopyRegister
}

/** Opens it: in this process and its directories, or where all server processes find it. */
export const openState = (
  { files, fileStore, heavy, limits, resultSeconds }: AdminConfig,
  schemas: string,
  shared?: SharedState,
): State => {
  const jobLimits = { ...heavy, kept: limits.operationsKept, resultBytes: limits.operationResultBytes }
  const fileLimits = { fileBytes: limits.importFileBytes, totalBytes: limits.filesBytes }
  const resultLimits = { fileBytes: limits.importFileBytesMax, totalBytes: limits.resultFilesBytes }
  const withResults = (own: ManagedFiles, ofResults: ManagedFiles): Pick<State, 'files' | 'results'> => {
    const results = new ResultFiles(ofResults, 1000 * resultSeconds)
    return { files: results.besides(own), results }
  }
  const inDirectories = () =>
    withResults(new DirectoryStore(files, fileLimits), new DirectoryStore(join(files, '.results'), resultLimits))
  if (!shared)
    return {
      ...inDirectories(),
      jobs: new JobRegistry(jobLimits),
      schemas: clonedSchemas(schemas),
      copies: copiedTables(schemas),
    }
  const database = asAdminDatabase(shared.database)
  return {
    ...(fileStore === 'directory'
      ? inDirectories()
      : withResults(
          new DatabaseStore(database, fileLimits),
          new DatabaseStore(database, resultLimits, ['result_files', 'result_file_parts']),
        )),
    jobs: jobsOrOwn(new SharedJobs(database, jobLimits, 1000 * heavy.lostAfterSeconds), new JobRegistry(jobLimits)),
    schemas: sharedClonedSchemas(database),
    copies: sharedCopiedTables(database),
  }
}
