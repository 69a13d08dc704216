using { saga } from '../db/show';

/** The shows and their episodes, read-only. */
@path: 'SagaEpisode'
service SagaEpisode {
  @readonly entity Shows             as projection on saga.Show;
  @readonly entity Episodes          as projection on saga.Episode;
  @readonly entity Episode2People    as projection on saga.Episode2People;
  @readonly @cds.redirection.target entity Episode2Planets   as projection on saga.Episode2Planets;
  @readonly @cds.redirection.target entity Episode2Starships as projection on saga.Episode2Starships;
  @readonly @cds.redirection.target entity Episode2Vehicles  as projection on saga.Episode2Vehicles;
  @readonly @cds.redirection.target entity Episode2Species   as projection on saga.Episode2Species;
  @readonly entity Show2Planets      as projection on saga.Show2Planets;
  @readonly entity Show2Starships    as projection on saga.Show2Starships;
  @readonly entity Show2Vehicles     as projection on saga.Show2Vehicles;
  @readonly entity Show2Species      as projection on saga.Show2Species;

  @readonly entity People            as projection on saga.People excluding { films, species, starships, vehicles };
  @readonly entity Planet            as projection on saga.Planet excluding { films, residents };
  @readonly entity Species           as projection on saga.Species excluding { films, people };
  @readonly entity Starship          as projection on saga.Starship excluding { films, pilots };
  @readonly entity Vehicle           as projection on saga.Vehicle excluding { films, pilots };
}
