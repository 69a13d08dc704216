namespace saga;

using { cuid, managed } from '@sap/cds/common';
using { saga.Planet } from './planet';
using { saga.People } from './people';

/** A biological species, or droids as a class. */
@cds.search: { name, classification, language }
entity Species : cuid, managed {
  name             : String(100) @mandatory;
  classification   : String(50);
  designation      : String(50);
  /** Centimetres. */
  average_height   : String(20)  @assert.format: '^[0-9]+([.][0-9]+)?$';
  /** Standard years; `indefinite` where nothing ends it. */
  average_lifespan : String(20)  @assert.format: '^([0-9]+([.][0-9]+)?|indefinite)$';
  /** Comma-separated list; `none` means without hair. */
  hair_colors      : String(100);
  skin_colors      : String(100);
  eye_colors       : String(100);
  language         : String(100);
  homeworld        : Association to Planet @assert.target;
  people           : Composition of many Species2People on people.species = $self;
}

/** Which people belong to which species. */
@cds.search: { species, people }
@assert.unique: { link: [ species, people ] }
entity Species2People : cuid {
  species : Association to Species @mandatory @assert.target;
  people  : Association to People  @mandatory @assert.target;
}

extend People with {
  species : Association to many Species2People on species.people = $self;
}
