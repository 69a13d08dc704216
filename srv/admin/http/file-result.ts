import type { ManagedFiles } from '../files/managed-files.ts'
import { StreamedResult } from '../operations/operation.ts'

/** A file as a download. */
export const fileResult = async (files: ManagedFiles, name: string): Promise<StreamedResult> => {
  const file = await files.open(name)
  return new StreamedResult({
    contentType: 'application/octet-stream',
    fileName: name,
    chunks: closing(file),
  })
}

async function* closing(file: Awaited<ReturnType<ManagedFiles['open']>>): AsyncGenerator<Uint8Array> {
  try {
    yield* file.read()
  } finally {
    await file.close()
  }
}
