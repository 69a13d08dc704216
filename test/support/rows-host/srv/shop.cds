using { shop } from '../db/schema';

@path: 'catalog'
service Catalog {
  @readonly entity Books as projection on shop.Books;
  @readonly entity Logs  as projection on shop.Logs;
}

@path: 'admin'
@requires: 'authenticated-user'
service Admin {
  @restrict: [{ grant: 'READ' }, { grant: 'WRITE', to: 'seller' }]
  entity Books  as projection on shop.Books {
    *, author as writer, stock as pieces
  } excluding { secret, author, stock };

  @restrict: [{ grant: '*', where: (name != 'Closed') }]
  entity Authors as projection on shop.Authors;

  @odata.draft.enabled
  entity Orders as projection on shop.Orders;

  entity Types as projection on shop.Types;
}

@path: 'other'
service Other {
  entity Authors as projection on Admin.Authors { ID, name as called };
}

annotate Admin.Books with { modifiedAt @odata.etag; };
annotate Admin.Types with { stamp @odata.etag; };
