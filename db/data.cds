namespace saga;

/** One cell of a generic record. */
type Data_record {
  column : String(255);
  data   : LargeString;
}

/** A generic row: its cells by column name. */
entity Data {
  key dummy  : String(255);
      record : many Data_record;
}

/** Metadata of an entity: its name and columns. Rows with `isModel` mirror the served model and are refreshed at start. */
entity Entities {
  key name    : String(255);
      isModel : Boolean default false;
      columns : Composition of many Entities_columns on columns.up_ = $self;
}

/** Metadata of one column of an entity. */
entity Entities_columns {
  key up_   : Association to Entities;
  key name  : String(255);
      type  : String(255);
      isKey : Boolean;
}
