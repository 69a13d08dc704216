namespace saga;

using { cuid, managed } from '@sap/cds/common';

/** A planet or moon. Quantities are strings, as the public data set has them: digits without units, null for unknown. */
@cds.search: { name, climate, terrain }
entity Planet : cuid, managed {
  name            : String(100) @mandatory;
  /** Kilometres. */
  diameter        : String(20)  @assert.format: '^[0-9]+([.][0-9]+)?$';
  /** Standard hours per rotation. */
  rotation_period : String(20)  @assert.format: '^[0-9]+([.][0-9]+)?$';
  /** Standard days per orbit. */
  orbital_period  : String(20)  @assert.format: '^[0-9]+([.][0-9]+)?$';
  /** Multiples of the standard gravity. */
  gravity         : String(20)  @assert.format: '^[0-9]+([.][0-9]+)?$';
  population      : String(20)  @assert.format: '^[0-9]+([.][0-9]+)?$';
  /** Comma-separated list. */
  climate         : String(200);
  /** Comma-separated list. */
  terrain         : String(200);
  /** Percentage of the surface covered by water. */
  surface_water   : String(20)  @assert.format: '^[0-9]+([.][0-9]+)?$';
}
