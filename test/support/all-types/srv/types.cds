/** Every type of CDS that a table may have, for what must hold for any model. */
@path: '/types'
service TypesService {
  type Measure {
    amount : Decimal(9, 3);
    unit   : String(10);
  }

  type Grade : Integer enum {
    low  = 1;
    high = 2;
  }

  @odata.draft.enabled: false
  entity Things {
    key ID       : UUID;
        text     : localized String(100);
        long     : LargeString;
        flag     : Boolean;
        tiny     : UInt8;
        short    : Int16;
        whole    : Integer;
        big      : Int64;
        price    : Decimal(38, 10);
        free     : Decimal;
        double   : Double;
        day      : Date;
        clock    : Time;
        moment   : DateTime;
        instant  : Timestamp;
        bytes    : Binary(100);
        picture  : LargeBinary @Core.MediaType: 'image/png';
        grade    : Grade;
        measure  : Measure;
        tags     : array of String;
        map      : Map;
        parts    : Composition of many Parts on parts.thing = $self;
  }

  entity Parts {
    key ID    : Integer64;
        thing : Association to Things;
        price : Decimal(9, 2);
  }
}
