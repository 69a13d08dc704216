/** Associations of every kind, as CAP applications write them. */
using { sap.common.CodeList, Country, Currency, cuid } from '@sap/cds/common';
namespace orders;

entity Urgency : CodeList { key code : String(10); }
@cds.persistence.skip
entity Remote { key ID : Integer; }
@cds.persistence.skip
entity Renamed as projection on Buyers { id as number, name };
@cds.persistence.skip
entity Chosen as projection on Buyers where name = 'Ada';
@cds.persistence.table
entity Own as projection on Buyers;
aspect Addressed { country : Country; street : String; }
type Place { country : Country; geo { lat : Double; } }

entity Orders : cuid {
  title    : localized String;
  urgency  : Association to Urgency;
  currency : Currency;
  home     : Place;
  alias    : Association to Urgency { code as c };
  items    : Composition of many { key pos : Integer; urgency : Association to Urgency; parts : Composition of many { key n : Integer; } };
  detail   : Composition of one { note : String; };
  notes    : Composition of many Notes on notes.order_id = $self.ID;
  item     : Association to Orders.items;
  buyer_id : Integer;
  buyer    : Association to Buyers on (buyer.id = buyer_id);
  remote   : Association to Remote;
  renamed  : Association to Renamed;
  chosen   : Association to Chosen;
  named    : Association to Urgency on named.code = urgency.code and named.name = 'x';
  more     : Association to Extra on more.ID = ID;
}
entity Notes { key n : Integer; order_id : UUID; }
entity Extra : cuid { }
entity Buyers : Addressed { key id : Integer; name : String; }
@assert.unique.pair : [ order, place.country ]
entity Pairs { key order : Association to Orders; key buyer : Association to Buyers; place : Place; }
entity OfPair : cuid { pair : Association to Pairs; own : Association to Own; }

service Shop {
  entity Orders as projection on orders.Orders;
  entity Baskets { key ID : Integer; urgency : Association to orders.Urgency; }
}
