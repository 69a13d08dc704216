/**
 * Gives the memory of bytes back that nobody will look at again. The garbage collector waits until tens of
 * megabytes have piled up, and then goes through everything: for a stream that costs more than moving the bytes.
 * Bytes that share their memory with others are left alone.
 */
export const releaseBytes = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
