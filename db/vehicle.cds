namespace saga;

using { cuid, managed } from '@sap/cds/common';
using { saga.People } from './people';

/** A craft that stays on or near a world. */
@cds.search: { name, model, manufacturer, vehicle_class }
entity Vehicle : cuid, managed {
  name                   : String(100) @mandatory;
  model                  : String(100);
  manufacturer           : String(200);
  vehicle_class          : String(100);
  /** Galactic credits. */
  cost_in_credits        : String(20)  @assert.format: '^[0-9]+([.][0-9]+)?$';
  /** Metres. */
  length                 : String(20)  @assert.format: '^[0-9]+([.][0-9]+)?$';
  crew                   : String(20)  @assert.format: '^[0-9]+(-[0-9]+)?$';
  passengers             : String(20)  @assert.format: '^[0-9]+([.][0-9]+)?$';
  /** Kilometres per hour. */
  max_atmosphering_speed : String(20)  @assert.format: '^[0-9]+([.][0-9]+)?$';
  /** Kilograms. */
  cargo_capacity         : String(20)  @assert.format: '^[0-9]+([.][0-9]+)?$';
  /** A number and a unit, such as `2 months`. */
  consumables            : String(30);
  pilots                 : Composition of many Vehicle2Pilot on pilots.vehicle = $self;
}

/** Who drives which vehicle. */
@cds.search: { vehicle, pilot }
@assert.unique: { link: [ vehicle, pilot ] }
entity Vehicle2Pilot : cuid {
  vehicle : Association to Vehicle @mandatory @assert.target;
  pilot   : Association to People  @mandatory @assert.target;
}

extend People with {
  vehicles : Association to many Vehicle2Pilot on vehicles.pilot = $self;
}
