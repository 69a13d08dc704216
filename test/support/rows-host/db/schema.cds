namespace shop;

using { managed } from '@sap/cds/common';

type Money : Decimal(9, 2);

entity Books : managed {
  key ID     : Integer;
      title  : String(30) @mandatory;
      stock  : Integer    @assert.range: [ 0, 2000000 ];
      price  : Money;
      author : Association to Authors;
      place  : { shelf : String(5); floor : Integer };
      secret : String     @dba.hidden;
}

entity Authors {
  key ID   : Integer;
      name : String;
      born : Integer;
}

entity Orders : managed {
  key ID    : Integer;
      note  : String;
      items : Composition of many Orders.Items on items.order = $self;
}

entity Orders.Items {
  key ID    : Integer;
      order : Association to Orders;
      text  : String;
}

entity Logs {
  key ID   : Integer;
      text : String;
}

entity Types {
  key ID      : Integer;
      flag    : Boolean;
      tiny    : UInt8;
      big     : Int64;
      price   : Decimal(20, 5);
      ratio   : Double;
      day     : Date;
      clock   : Time;
      moment  : DateTime;
      instant : Timestamp;
      uid     : UUID;
      bytes   : Binary(16);
      large   : LargeBinary;
      long    : LargeString;
      tags    : array of String;
      stamp   : UUID;
}
