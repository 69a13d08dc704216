namespace saga;

/** A generic row: its cells by column name. */
@cds.search: { dummy, record }
entity Data {
  key dummy       : String(255);
      record      : many {
        column    : String(255);
        data      : LargeString;
      };

      // What a database can order and search by, derived from `record` on every write (srv/data/record-companions.ts).
      @cds.api.ignore
      firstColumn : String(255);
      @cds.api.ignore
      firstData   : String(5000);
      @cds.api.ignore
      searchText  : LargeString;
}

/** Metadata of an entity: its name and columns. Rows with `isModel` mirror the served model and are refreshed at start. */
entity Entities {
  key name    : String(255);

      @cds.api.ignore
      isModel : Boolean default false;
      columns : Composition of many Entities_columns
                  on columns.up_ = $self;
}

/** Metadata of one column of an entity. A column without a name is stored with an empty one, since it is a key. */
entity Entities_columns {
  key up_   : Association to Entities;
  key name  : String(255);
      type  : String(255);
      isKey : Boolean;
}
