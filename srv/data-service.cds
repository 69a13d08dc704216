using { saga } from '../db/data';

/** Generic records, and the metadata of entities: stored rows, and rows that mirror the served model. */
@path: '-data'
service DataService {
  entity Data             as projection on saga.Data;
  entity Entities         as projection on saga.Entities;
  entity Entities_columns as projection on saga.Entities_columns;

  annotate Data with {
    dummy @mandatory;
  };

  annotate Entities with {
    name @mandatory;
  };
}
