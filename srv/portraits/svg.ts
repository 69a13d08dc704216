/** A square picture of 96 × 96 units. What it is made of must not be taken from a request as it is. */
export const svg = (background: string, ...parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="224" height="224">` +
  `<rect width="96" height="96" fill="${background}"/>${parts.join('')}</svg>`

/** Letters or digits in the middle of a picture. */
export const words = (text: string, { y, size, colour }: { y: number; size: number; colour: string }): string =>
  `<text x="48" y="${y}" font-family="system-ui,sans-serif" font-size="${size}" font-weight="700" ` +
  `text-anchor="middle" fill="${colour}">${text}</text>`

export const disc = (x: number, y: number, radius: number, colour: string): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`
