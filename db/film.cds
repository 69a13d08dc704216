namespace saga;

using { cuid, managed } from '@sap/cds/common';
using { saga.Planet } from './planet';
using { saga.People } from './people';
using { saga.Species } from './species';
using { saga.Starship } from './starship';
using { saga.Vehicle } from './vehicle';

/** A film of the saga. `episode_id` is 0 for films outside the numbered episodes. */
@cds.search: { title, opening_crawl, director, producer }
@odata.draft.enabled
entity Film : cuid, managed {
  title         : String(200) @mandatory;
  episode_id    : Integer     @assert.range: [ 0, _ ]  @assert.range.message: 'EPISODE_NUMBER_BELOW_ZERO';
  opening_crawl : String(5000);
  director      : String(200);
  producer      : String(200);
  release_date  : Date;
  characters    : Composition of many Film2People    on characters.film = $self;
  planets       : Composition of many Film2Planets   on planets.film    = $self;
  starships     : Composition of many Film2Starships on starships.film  = $self;
  vehicles      : Composition of many Film2Vehicles  on vehicles.film   = $self;
  species       : Composition of many Film2Species   on species.film    = $self;
}

@cds.search: { people }
@assert.unique: { link: [ film, people ] }
entity Film2People : cuid {
  film   : Association to Film;
  people : Association to People @mandatory @assert.target;
}

@cds.search: { planet }
@assert.unique: { link: [ film, planet ] }
entity Film2Planets : cuid {
  film   : Association to Film;
  planet : Association to Planet @mandatory @assert.target;
}

@cds.search: { starship }
@assert.unique: { link: [ film, starship ] }
entity Film2Starships : cuid {
  film     : Association to Film;
  starship : Association to Starship @mandatory @assert.target;
}

@cds.search: { vehicle }
@assert.unique: { link: [ film, vehicle ] }
entity Film2Vehicles : cuid {
  film    : Association to Film;
  vehicle : Association to Vehicle @mandatory @assert.target;
}

@cds.search: { specie }
@assert.unique: { link: [ film, specie ] }
entity Film2Species : cuid {
  film   : Association to Film;
  specie : Association to Species @mandatory @assert.target;
}

/** The distinct directors of all films. */
@readonly
@odata.draft.enabled: false
entity directors as select from Film distinct { key director } where director is not null;

/** The distinct producer credits of all films, each the whole text of one film. */
@readonly
@odata.draft.enabled: false
entity producers as select from Film distinct { key producer } where producer is not null;

extend People with {
  films : Association to many Film2People on films.people = $self;
}

extend Planet with {
  films : Association to many Film2Planets on films.planet = $self;
}

extend Species with {
  films : Association to many Film2Species on films.specie = $self;
}

extend Starship with {
  films : Association to many Film2Starships on films.starship = $self;
}

extend Vehicle with {
  films : Association to many Film2Vehicles on films.vehicle = $self;
}
