using { saga } from '../db/film';
using from '../db/show';

/** The films, and who and what appears in them. Films are edited through drafts. */
@path: 'SagaFilm'
service SagaFilm {
  @cds.redirection.target
  entity Film            as projection on saga.Film;
  entity Film2People     as projection on saga.Film2People;
  entity Film2Planets    as projection on saga.Film2Planets;
  entity Film2Starships  as projection on saga.Film2Starships;
  entity Film2Vehicles   as projection on saga.Film2Vehicles;
  entity Film2Species    as projection on saga.Film2Species;

  @readonly entity directors as projection on saga.directors;
  @readonly entity producers as projection on saga.producers;

  entity People          as projection on saga.People;
  entity Planet          as projection on saga.Planet;

  @readonly entity Species         as projection on saga.Species;
  @readonly entity Starship        as projection on saga.Starship;
  @readonly entity Vehicle         as projection on saga.Vehicle;
  @readonly entity Species2People  as projection on saga.Species2People;
  @readonly entity Starship2Pilot  as projection on saga.Starship2Pilot;
  @readonly entity Vehicle2Pilot   as projection on saga.Vehicle2Pilot;
}

annotate SagaFilm.Film with {
  modifiedAt @odata.etag;
};
