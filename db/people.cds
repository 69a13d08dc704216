namespace saga;

using { cuid, managed } from '@sap/cds/common';
using { saga.Planet } from './planet';

/** A character, human or not. Quantities are strings, as the public data set has them. */
@cds.search: { name }
entity People : cuid, managed {
  name       : String(100) @mandatory;
  /** Centimetres. */
  height     : String(20)  @assert.format: '^[0-9]+([.][0-9]+)?$';
  /** Kilograms. */
  mass       : String(20)  @assert.format: '^[0-9]+([.][0-9]+)?$';
  /** Comma-separated list; `none` means without hair. */
  hair_color : String(50);
  skin_color : String(50);
  eye_color  : String(50);
  /** Years before (BBY) or after (ABY) the Battle of Yavin, such as `19BBY`. */
  birth_year : String(20)  @assert.format: '^[0-9]+([.][0-9]+)?(BBY|ABY)$';
  gender     : String(30);
  /** Whether this person ever lived by smuggling, theft or the like; null where no occupation is known. */
  scoundrel  : Boolean;
  homeworld  : Association to Planet @assert.target;
}

extend Planet with {
  residents : Association to many People on residents.homeworld = $self;
}
