namespace saga;

using { saga.Entities } from './data';
using { saga.Film } from './film';
using { saga.Episode, saga.Show } from './show';
using { saga.Species } from './species';
using { saga.Starship } from './starship';
using { saga.Vehicle } from './vehicle';

/*
 * Every association has a foreign key in the database (`cds.features.assert_integrity`), checked when a transaction ends.
 * For a composition CAP would make one that deletes parts along with their whole. Services delete parts themselves, so
 * nobody needs it; and what the database deletes by itself is seen by no cache, no audit and no import. Left out here,
 * the way back from part to whole has a key like any other, which refuses.
 */
annotate Entities with { columns @assert.integrity: false };
annotate Film with {
  characters @assert.integrity: false;
  planets    @assert.integrity: false;
  starships  @assert.integrity: false;
  vehicles   @assert.integrity: false;
  species    @assert.integrity: false;
};
annotate Show with { episodes @assert.integrity: false };
annotate Episode with {
  characters @assert.integrity: false;
  planets    @assert.integrity: false;
  starships  @assert.integrity: false;
  vehicles   @assert.integrity: false;
  species    @assert.integrity: false;
};
annotate Species with { people @assert.integrity: false };
annotate Starship with { pilots @assert.integrity: false };
annotate Vehicle with { pilots @assert.integrity: false };
