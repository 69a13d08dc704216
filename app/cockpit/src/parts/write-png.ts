import type { Size } from './graph/place-graph.ts'
import { pictureError } from './picture-error.ts'

/** Sharp on most screens; browsers draw no larger picture than this. */
const [SCALE, MOST_PX, MOST_AREA] = [2, 16_000, 100_000_000]

/**
 * Draws the text of an SVG file as PNG, twice as large as its size, or as large as browsers draw.
 *
 * @throws ApiError when the browser cannot.
 */
export const writePng = async (svg: string, { width, height }: Size, background: string): Promise<Blob> => {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode().catch((error: unknown) => {
    throw pictureError(error)
  })
  const scale = Math.min(SCALE, MOST_PX / width, MOST_PX / height, Math.sqrt(MOST_AREA / (width * height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(width * scale)
  canvas.height = Math.ceil(height * scale)
  const context = canvas.getContext('2d')
  if (!context) throw pictureError()
  context.fillStyle = background
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const content = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png')
  })
  if (!content) throw pictureError()
  return content
}
