/** What models have besides flat entities: structures, collections, streams, a singleton, operations, a hierarchy. */
context house {
  entity Rooms {
    key ID     : Integer;
        name   : String(40);
        parent : Association to Rooms;
  }
}

service ShopService {
  type Grade : Integer enum {
    low  = 1;
    high = 2;
  }

  type State : String(10) enum {
    open;
    closed;
  }

  type Place {
    street : String(40);
    city   : String(40);
    point  : {
      x : Decimal(9, 3);
      y : Double;
    };
  }

  @Core.Description            : 'What is sold'
  @Capabilities.TopSupported   : true
  entity Products {
    key ID       : Integer;
        @Core.Description: 'As it is printed'
        name     : String(40) @mandatory;
        price    : Decimal(9, 2);
        stock    : Integer default 0;
        big      : Int64;
        rating   : Grade;
        state    : State;
        released : Date;
        ratio    : Double;
        fresh    : Boolean;
        opens    : Time;
        sold     : Timestamp;
        @Core.Immutable
        code     : String(10);
        @Core.Computed
        label    : String(20);
        tags     : many String(20);
        numbers  : many Integer;
        places   : many Place;
        origin   : Place;
        category : Association to Categories;
        parts    : Composition of many Parts
                     on parts.product = $self;
        type     : String(100) @Core.IsMediaType;
        file     : String(100);
        @Core.MediaType              : type
        @Core.ContentDisposition.Filename: file
        picture  : LargeBinary;
        @odata.etag
        @cds.on.insert: $now
        @cds.on.update: $now
        changed  : Timestamp;
  } actions {
    action   raise(amount: Decimal(9, 2) not null, reason: String(40))    returns Products;
    action   restock(by: Integer);
    function discounted(percent: Integer)                        returns Decimal(9, 2);
    function nearest(limit: Integer)                             returns many Products;
    function shelf()                                             returns Place;
    function labels()                                            returns many String;
    function home()                                              returns Categories;
    action   clear(in: many $self)                               returns Integer;
    function cheapest(in: many $self, below: Decimal(9, 2))      returns Products;
    function top(in: many $self, count: Integer)                 returns many Products;
  };

  entity Parts {
    key ID      : UUID;
        name    : String(40);
        product : Association to Products;
  }

  entity Categories {
    key ID       : String(10);
        name     : String(40);
        products : Association to many Products
                     on products.category = $self;
  }

  /** A stream whose type is always the same, in an entity without an ETag. */
  entity Notes {
    key ID   : Integer;
        text : String(100);
        @Core.MediaType: 'text/plain'
        body : LargeBinary;
        @Core.MediaType: 'image/png'
        @Core.AcceptableMediaTypes: ['image/png', 'image/jpeg']
        icon : LargeBinary;
  }

  @odata.singleton
  entity Shop {
    key ID       : Integer;
        name     : String(40);
        seat     : Place;
        hours    : many String;
        favorite : Association to Products;
  } actions {
    function greet(who: String) returns String;
    action   rename(name: String) returns Shop;
  };

  @odata.singleton.nullable
  entity Guest {
    key ID   : Integer;
        name : String(40);
  }

  @Capabilities: {
    InsertRestrictions.Insertable          : false,
    DeleteRestrictions.Deletable           : false,
    TopSupported                           : false,
    SkipSupported                          : false,
    CountRestrictions.Countable            : false,
    FilterRestrictions                     : {
      Filterable             : true,
      NonFilterableProperties: [secret],
      RequiredProperties     : [year]
    },
    SortRestrictions.NonSortableProperties : [secret],
    ExpandRestrictions.Expandable          : false,
    SearchRestrictions.Searchable          : false,
    UpdateRestrictions.NonUpdatableProperties: [year]
  }
  entity Archive {
    key ID     : Integer;
        year   : Integer;
        secret : String(10);
        shop   : Association to Categories;
  }

  @Capabilities: {
    UpdateRestrictions.Updatable : false,
    ReadRestrictions.Readable    : true,
    FilterRestrictions.Filterable: false,
    SortRestrictions.Sortable    : false,
    SelectSupport.Supported      : false
  }
  entity Journal {
    key ID   : Integer;
        text : String(10);
  }

  @Aggregation.RecursiveHierarchy #Tree: {
    NodeProperty            : ID,
    ParentNavigationProperty: parent
  }
  @Hierarchy.RecursiveHierarchy #Tree  : {
    LimitedDescendantCount: LimitedDescendantCount,
    DistanceFromRoot      : DistanceFromRoot,
    DrillState            : DrillState,
    LimitedRank           : LimitedRank
  }
  @Capabilities.FilterRestrictions.NonFilterableProperties: [
    'LimitedDescendantCount', 'DistanceFromRoot', 'DrillState', 'LimitedRank'
  ]
  entity Rooms as
    select from house.Rooms {
      *,
      null as LimitedDescendantCount : Integer64,
      null as DistanceFromRoot       : Integer64,
      null as DrillState             : String,
      null as LimitedRank            : Integer64
    };

  @odata.draft.enabled
  entity Orders {
    key ID      : UUID;
        note    : String(40);
        product : Association to Products;
        items   : Composition of many {
                    key pos : Integer;
                        what : Association to Products;
                  };
  } actions {
    action   ship(note: String(40)) returns Orders;
    function twin() returns many Orders;
  };

  type Everything {
    text    : String;
    flag    : Boolean;
    tiny    : UInt8;
    whole   : Integer;
    big     : Int64;
    price   : Decimal(9, 2);
    ratio   : Double;
    day     : Date;
    clock   : Time;
    moment  : DateTime;
    instant : Timestamp;
    id      : UUID;
    bytes   : Binary(20);
    grade   : Grade;
  }

  function echo(text: String, flag: Boolean, tiny: UInt8, whole: Integer, big: Int64, price: Decimal(9, 2), ratio: Double,
                day: Date, clock: Time, moment: DateTime, instant: Timestamp, id: UUID, bytes: Binary(20), grade: Grade) returns Everything;
  action   submit(text: String, flag: Boolean, tiny: UInt8, whole: Integer, big: Int64, price: Decimal(9, 2), ratio: Double,
                day: Date, clock: Time, moment: DateTime, instant: Timestamp, id: UUID, bytes: Binary(20), grade: Grade) returns Everything;

  function sum(numbers: many Integer, at: Place)                 returns Integer;
  action   take(numbers: many Integer, places: many Place, at: Place) returns Place;
  function add(a: Integer not null, b: Integer not null)                           returns Integer;
  function text()                                                returns String;
  function nothing()                                             returns String;
  function today()                                               returns Date;
  function total()                                               returns Decimal(9, 2);
  function amount()                                              returns Int64;
  function words()                                               returns many String;
  function place()                                               returns Place;
  function places()                                              returns many Place;
  function product(ID: Integer)                                  returns Products;
  function products(max: Integer)                                returns many Products;
  function inlined()                                             returns { a : Integer; b : String; };
  action   reset();
  action   make(ID: Integer not null, name: String)                       returns Products;
  action   makeTwo()                                             returns many Products;
  action   answer()                                              returns Integer;
  action   list()                                                returns many Integer;
}
