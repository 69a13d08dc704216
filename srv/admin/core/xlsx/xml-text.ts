// XML has no way to write most control characters, so spreadsheets write them as _xHHHH_, and a text that looks so
// with its first underscore like that. ECMA-376 part 1, 22.9.2.19.
const UNWRITABLE =
  // eslint-disable-next-line no-control-regex -- these characters are what it is about
  /[\x00-\x08\x0b-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|_(?=x[0-9A-Fa-f]{4}_)/g
// eslint-disable-next-line no-control-regex -- as above
const SPECIAL = /[&<>\x00-\x1f_\ud800-\udfff\ufffe\uffff]/
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g
const ENTITY = /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9A-Fa-f]{1,6}));/g
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Characters that the text of a cell, of at most 32,767, takes in XML: none takes more than `&#x10FFFF;`. */
export const MAX_CELL_SOURCE = 327_670

/** Text for the content of a cell. */
export const escapeXml = (text: string): string =>
  SPECIAL.test(text)
    ? text
        .replace(UNWRITABLE, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
    : text

/** What character references stand for; unknown ones stay as they are. */
export const unescapeXml = (text: string): string =>
  text.includes('&')
    ? text.replace(ENTITY, (whole, name?: string, decimal?: string, hex?: string) => {
        if (name !== undefined) return NAMED[name] ?? whole
        const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal)
        return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
      })
    : text

/** The content of a cell as text: XML ends lines by a line feed, and knows `_xHHHH_`. */
export const cellText = (raw: string): string => {
  const text = unescapeXml(raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw)
  return text.includes('_x') ? text.replace(ESCAPED, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))) : text
}
