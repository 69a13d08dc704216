import type { Size } from './graph/place-graph.ts'

/** What an SVG has from style sheets, which a file of its own does not have. */
const PROPERTIES = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-opacity', 'opacity'],
  ...['font-family', 'font-size', 'font-weight', 'text-anchor', 'display'],
]

/**
 * A picture of the page as the text of an SVG file, in the colours in which it is seen.
 *
 * @param whole the size of all that is drawn; without it, the file holds the part that is seen.
 */
export const writePicture = (picture: SVGSVGElement, whole?: Size): string => {
  const copy = picture.cloneNode(true) as SVGSVGElement
  const originals = picture.querySelectorAll('*')
  for (const [index, element] of copy.querySelectorAll<SVGElement>('*').entries()) {
    const original = originals[index]
    if (!original) continue
    const style = getComputedStyle(original)
    for (const property of PROPERTIES) element.style.setProperty(property, style.getPropertyValue(property))
    element.removeAttribute('class')
  }
  if (whole) copy.querySelector(':scope > g')?.removeAttribute('transform')
  const { width, height } = whole ?? picture.getBoundingClientRect()
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  copy.removeAttribute('class')
  copy.style.background = getComputedStyle(picture).backgroundColor
  return `${new XMLSerializer().serializeToString(copy)}\n`
}
