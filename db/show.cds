namespace saga;

using { cuid, managed } from '@sap/cds/common';
using { saga.Planet } from './planet';
using { saga.People } from './people';
using { saga.Species } from './species';
using { saga.Starship } from './starship';
using { saga.Vehicle } from './vehicle';

/** A series, or an anthology whose episodes are films. */
@cds.search: { title }
entity Show : cuid, managed {
  title         : String(200) @mandatory;
  release_year  : Integer;
  total_seasons : Integer;
  episodes      : Composition of many Episode on episodes.show = $self;
}

/** One episode of a show. */
@cds.search: { title, director, writer, opening_crawl }
@assert.unique: { number: [ show, season_number, episode_number ] }
entity Episode : cuid, managed {
  show           : Association to Show @mandatory @assert.target;
  title          : String(200) @mandatory;
  season_number  : Integer;
  episode_number : Integer;
  director       : String(200);
  writer         : String(300);
  air_date       : Date;
  opening_crawl  : LargeString;
  characters     : Composition of many Episode2People    on characters.episode = $self;
  planets        : Composition of many Episode2Planets   on planets.episode    = $self;
  starships      : Composition of many Episode2Starships on starships.episode  = $self;
  vehicles       : Composition of many Episode2Vehicles  on vehicles.episode   = $self;
  species        : Composition of many Episode2Species   on species.episode    = $self;
}

@cds.search: { people }
@assert.unique: { link: [ episode, people ] }
entity Episode2People : cuid {
  episode : Association to Episode;
  people  : Association to People @mandatory @assert.target;
}

@cds.search: { planet }
@assert.unique: { link: [ episode, planet ] }
entity Episode2Planets : cuid {
  episode : Association to Episode;
  planet  : Association to Planet @mandatory @assert.target;
}

@cds.search: { starship }
@assert.unique: { link: [ episode, starship ] }
entity Episode2Starships : cuid {
  episode  : Association to Episode;
  starship : Association to Starship @mandatory @assert.target;
}

@cds.search: { vehicle }
@assert.unique: { link: [ episode, vehicle ] }
entity Episode2Vehicles : cuid {
  episode : Association to Episode;
  vehicle : Association to Vehicle @mandatory @assert.target;
}

@cds.search: { specie }
@assert.unique: { link: [ episode, specie ] }
entity Episode2Species : cuid {
  episode : Association to Episode;
  specie  : Association to Species @mandatory @assert.target;
}

/** Every planet that appears in any episode of a show, once per show. */
@readonly
@cds.search: { show, planet }
entity Show2Planets as select from Episode2Planets distinct { key episode.show as show, key planet };

/** Every starship that appears in any episode of a show, once per show. */
@readonly
@cds.search: { show, starship }
entity Show2Starships as select from Episode2Starships distinct { key episode.show as show, key starship };

/** Every vehicle that appears in any episode of a show, once per show. */
@readonly
@cds.search: { show, vehicle }
entity Show2Vehicles as select from Episode2Vehicles distinct { key episode.show as show, key vehicle };

/** Every species that appears in any episode of a show, once per show. */
@readonly
@cds.search: { show, specie }
entity Show2Species as select from Episode2Species distinct { key episode.show as show, key specie };
