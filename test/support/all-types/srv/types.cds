/** Every type of CDS that a table may have, for what must hold for any model. */
@path: '/types'
service TypesService {
  type Measure {
    amount : Decimal(9, 3);
    unit   : String(10);
    limit  : {
      least : Int64;
      most  : Double;
    };
  }

  type Grade : Integer enum {
    low  = 1;
    high = 2;
  }

  type State : String(10) enum {
    open;
    closed;
  }

  aspect Everything {
    key ID      : UUID;
        text    : localized String(100);
        free    : String;
        long    : LargeString;
        flag    : Boolean;
        tiny    : UInt8;
        short   : Int16;
        signed  : Int16 @odata.Type: 'Edm.SByte';
        middle  : Int32;
        whole   : Integer;
        big     : Int64;
        bigger  : Integer64;
        price   : Decimal(38, 10);
        round   : Decimal(20, 0);
        decimal : Decimal;
        double  : Double;
        single  : Double @odata.Type: 'Edm.Single';
        day     : Date;
        clock   : Time;
        moment  : DateTime;
        instant : Timestamp;
        bytes   : Binary(100);
        picture : LargeBinary @Core.MediaType: 'image/png';
        state   : State;
        grade   : Grade;
        measure : Measure;
        tags    : array of String;
        points  : array of {
          label : String(10);
          at    : Integer;
        };
        map     : Map;
  }

  @odata.draft.enabled: false
  entity Things : Everything {
    parts : Composition of many Parts on parts.thing = $self;
  }

  entity Parts {
    key ID    : Integer64;
        thing : Association to Things;
        price : Decimal(9, 2);
        map   : Map;
  }

  @odata.draft.enabled
  entity Wholes {
    key ID    : UUID;
        map   : Map;
        items : Composition of many Items on items.whole = $self;
  }

  entity Items {
    key ID    : UUID;
        whole : Association to Wholes;
        map   : Map;
  }

  @odata.draft.enabled
  entity Drafted : Everything {}
}
