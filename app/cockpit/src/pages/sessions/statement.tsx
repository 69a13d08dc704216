/** A statement in a cell: its beginning, and all of it when pointed at. */
export const Statement = ({ statement }: { readonly statement: string | null }) =>
  statement === null ? (
    '–'
  ) : (
    <code className="session-statement" title={statement}>
      {statement}
    </code>
  )
