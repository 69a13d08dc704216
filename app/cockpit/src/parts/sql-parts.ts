/** A piece of a statement, and what it is. */
export interface SqlPart {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'comment' | 'other'
  readonly text: string
}

// What is not closed ends with the text, so that nothing is tried twice.
const PIECE =
  // eslint-disable-next-line regexp/no-super-linear-move -- the end of the text closes as well
  /(?<comment>--[^\n]*|\/\*[^]*?(?:\*\/|$))|(?<text>'(?:[^']|'')*(?:'|$))|(?<name>"(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$)|\[[^\]]*(?:\]|$))|(?<number>\b\d+(?:\.\d+)?\b)|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<other>[^])/gu

const WORDS = new Set(
  `add after all alter always and as asc before begin between by cascade case cast check collate column constraint create
   cross current_date current_timestamp database default deferrable deferred delete desc distinct do drop each else end
   except exclude exists false for foreign from full function generated group having identity if immediate in index
   initially inner insert instead intersect into is join key lateral left like limit match materialized natural no not null
   of offset on or order outer over partition primary procedure recursive references replace restrict returning right row
   rowid rows schema select set sequence stored strict table temp temporary then trigger true union unique update using
   values view virtual when where window with without`.split(/\s+/),
)

/** Cuts a statement into pieces, to be shown in colours; together they are the statement. */
export const sqlParts = (sql: string): SqlPart[] => {
  const parts: SqlPart[] = []
  for (const { 0: text, groups = {} } of sql.matchAll(PIECE)) {
    const found = (Object.keys(groups) as SqlPart['kind'][]).find((kind) => groups[kind] !== undefined) ?? 'other'
    const kind = found === 'word' && !WORDS.has(text.toLowerCase()) ? 'other' : found
    const last = parts.at(-1)
    if (kind === 'other' && last?.kind === 'other') parts[parts.length - 1] = { kind, text: last.text + text }
    else parts.push({ kind, text })
  }
  return parts
}
