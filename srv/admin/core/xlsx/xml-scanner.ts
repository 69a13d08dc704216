import { fileError } from '../transfer/file-format.ts'

/** What an XML text consists of. Names come without their prefix, texts and attributes as they stand. */
export interface XmlHandler {
  open(name: string, attributes: string): void
  close(name: string): void
  text(raw: string): void
}

// eslint-disable-next-line saga/linear-expressions -- the lookahead lets a name end at one place only
const TAG = /<(\/?)(?:[\w.-]+:)?([\w.-]+)(?![\w.-])((?:[^<>"']|"[^"<]*"|'[^'<]*')*?)(\/?)>/y
const INCOMPLETE = /^<(?:[^<>"']|"[^"<]*(?:"|$)|'[^'<]*(?:'|$))*$/
/** A tag, or a text up to the next one: no cell has more. */
const MAX_PIECE = 400_000

/**
 * Cuts the XML of an office document into tags and texts, as it comes. It reads what such documents consist of:
 * a declaration of a document type, which no office program writes, is refused, so that no entity is ever expanded.
 */
export class XmlScanner {
  readonly #handler: XmlHandler
  readonly #part: string
  #open = ''

  /** @param part name of what is read, for messages. */
  constructor(handler: XmlHandler, part: string) {
    this.#handler = handler
    this.#part = part
  }

  push(text: string): void {
    const all = this.#open + text
    this.#open = all.slice(this.#scan(all))
    if (this.#open.length > MAX_PIECE) throw this.#problem()
  }

  end(): void {
    if (/\S/.test(this.#open)) throw this.#problem()
  }

  /** @returns where the first incomplete piece starts. */
  #scan(text: string): number {
    let at = 0
    for (;;) {
      const open = text.indexOf('<', at)
      if (open === -1) return at
      if (open > at) this.#handler.text(text.slice(at, open))
      TAG.lastIndex = open
      const tag = TAG.exec(text)
      if (tag) {
        const [, slash, name = '', attributes = '', isEmpty] = tag
        if (slash === '') this.#handler.open(name, attributes)
        if (slash !== '' || isEmpty !== '') this.#handler.close(name)
        at = TAG.lastIndex
        continue
      }
      const end = this.#special(text, open)
      if (end === -1) return open
      at = end
    }
  }

  /** Passes what is no tag. @returns where it ends; -1 when its end has not come. */
  #special(text: string, open: number): number {
    const after = (start: string, close: string): number | undefined => {
      if (!text.startsWith(start, open)) return undefined
      const end = text.indexOf(close, open + start.length)
      return end === -1 ? -1 : end + close.length
    }
    const end = after('<!--', '-->') ?? after('<?', '?>')
    if (end !== undefined) return end
    const dataEnd = after('<![CDATA[', ']]>')
    if (dataEnd !== undefined) {
      if (dataEnd > 0) this.#handler.text(text.slice(open + 9, dataEnd - 3).replaceAll('&', '&amp;'))
      return dataEnd
    }
    const rest = text.slice(open, open + 10)
    const mayBecomeSpecial = rest.length < 10 && ['<![CDATA[', '<!--'].some((start) => start.startsWith(rest))
    if (mayBecomeSpecial || (INCOMPLETE.test(text.slice(open)) && !rest.startsWith('<!'))) return -1
    throw this.#problem()
  }

  #problem(): Error {
    return fileError(1, `the workbook's part '${this.#part}' is not the XML of a spreadsheet`)
  }
}

/** The value of an attribute, as it stands. */
export const attributeOf = (attributes: string, name: string): string | undefined => {
  // Prefixes count: `r:id` and `id` are different attributes.
  // eslint-disable-next-line saga/linear-expressions -- each attribute is tried once, with names of ours
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return match?.[1] ?? match?.[2]
}

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
