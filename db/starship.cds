namespace saga;

using { cuid, managed } from '@sap/cds/common';
using { saga.People } from './people';

/** A craft with a hyperdrive, or one that flies between worlds. */
@cds.search: { name, model, manufacturer, starship_class }
entity Starship : cuid, managed {
  name                   : String(100) @mandatory;
  model                  : String(100);
  manufacturer           : String(200);
  starship_class         : String(100);
  /** Galactic credits. */
  cost_in_credits        : String(20)  @assert.format: '^[0-9]+([.][0-9]+)?$';
  /** Metres. */
  length                 : String(20)  @assert.format: '^[0-9]+([.][0-9]+)?$';
  crew                   : String(20)  @assert.format: '^[0-9]+(-[0-9]+)?$';
  passengers             : String(20)  @assert.format: '^[0-9]+([.][0-9]+)?$';
  /** Kilometres per hour. */
  max_atmosphering_speed : String(20)  @assert.format: '^[0-9]+([.][0-9]+)?$';
  hyperdrive_rating      : String(20)  @assert.format: '^[0-9]+([.][0-9]+)?$';
  /** Megalights per hour. */
  MGLT                   : String(20)  @assert.format: '^[0-9]+([.][0-9]+)?$';
  /** Kilograms. */
  cargo_capacity         : String(20)  @assert.format: '^[0-9]+([.][0-9]+)?$';
  /** A number and a unit, such as `2 months`. */
  consumables            : String(30);
  pilots                 : Composition of many Starship2Pilot on pilots.starship = $self;
}

/** Who flies which starship. */
@cds.search: { starship, pilot }
@assert.unique: { link: [ starship, pilot ] }
entity Starship2Pilot : cuid {
  starship : Association to Starship @mandatory @assert.target;
  pilot    : Association to People   @mandatory @assert.target;
}

extend People with {
  starships : Association to many Starship2Pilot on starships.pilot = $self;
}
