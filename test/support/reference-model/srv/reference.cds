/** Products and categories, for what the protocol asks of any service. */
@path: '/odata/v4/reference'
service ReferenceService {
  entity Products {
    key ID       : Integer;
        name     : String(100);
        price    : Decimal(9, 2);
        stock    : Int64;
        note     : String;
        @Core.Description: 'The day on which it was first sold'
        released : Date;
        category : Association to Categories;
        supplier : Association to Suppliers;
        parts    : Composition of many Parts
                     on parts.product = $self;
        @odata.etag
        version  : Integer default 1;
  }

  entity Parts {
    key ID      : Integer;
        product : Association to Products;
        name    : String(100);
        @Core.MediaType: 'image/png'
        picture : LargeBinary;
  }

  entity Categories {
    key ID       : Integer;
        name     : String(100);
        parent   : Association to Categories;
        children : Association to many Categories
                     on children.parent = $self;
        products : Association to many Products
                     on products.category = $self;
  }

  /** Keyed by texts that need care in URLs. */
  entity Suppliers {
    key code     : String(20);
        name     : String(100);
        products : Association to many Products
                     on products.supplier = $self;
  }
}
