/** The pages of the films: a list, and one page for each film with all that appears in it. */
using { SagaFilm } from '../../srv/film-service';

annotate SagaFilm.Film with @(
  // What a draft is marked at, and what an address is made of: titles alone are not unique.
  Common.SemanticKey: [ title, ID ],
  UI: {
    HeaderInfo: {
      TypeName: '{i18n>Film}', TypeNamePlural: '{i18n>Films}',
      Title: { Value: title }, Description: { Value: director },
      TypeImageUrl: 'sap-icon://video',
      ImageUrl: { $edmJson: { $Function: 'odata.concat', $Apply: [
        '/portraits/poster.svg?id=', { $Function: 'odata.uriEncode', $Apply: [{ $Path: 'ID' }] },
        '&title=', { $Function: 'odata.uriEncode', $Apply: [{ $Path: 'title' }] },
        '&number=', { $Function: 'odata.uriEncode', $Apply: [{ $Path: 'episode_id' }] },
      ] } },
    },
    SelectionFields: [ director, producer, release_date ],
    PresentationVariant: {
      SortOrder: [{ Property: release_date }],
      Visualizations: [ '@UI.LineItem' ],
    },
    LineItem: [
      { Value: title,      @UI.Importance: #High, @HTML5.CssDefaults: { width: '22%' } },
      { Value: episode_id, @UI.Importance: #High, @HTML5.CssDefaults: { width: '9%' } },
      { Value: release_date, @UI.Importance: #High, @HTML5.CssDefaults: { width: '17%' } },
      { Value: director, @HTML5.CssDefaults: { width: '19%' } },
      { Value: producer, @HTML5.CssDefaults: { width: '33%' } },
    ],
    DataPoint #Episode: { Value: episode_id, Title: '{i18n>Episode}' },
    DataPoint #Release: { Value: release_date, Title: '{i18n>ReleaseDate}' },
    HeaderFacets: [
      { $Type: 'UI.ReferenceFacet', ID: 'EpisodePoint', Target: '@UI.DataPoint#Episode' },
      { $Type: 'UI.ReferenceFacet', ID: 'ReleasePoint', Target: '@UI.DataPoint#Release' },
    ],
    Facets: [
      {
        $Type: 'UI.CollectionFacet', ID: 'About', Label: '{i18n>About}',
        Facets: [
          { $Type: 'UI.ReferenceFacet', ID: 'General', Label: '{i18n>General}', Target: '@UI.FieldGroup#General' },
          { $Type: 'UI.ReferenceFacet', ID: 'Crawl', Label: '{i18n>Story}', Target: '@UI.FieldGroup#Crawl' },
        ],
      },
      { $Type: 'UI.ReferenceFacet', ID: 'Characters', Label: '{i18n>Characters}', Target: 'characters/@UI.PresentationVariant' },
      { $Type: 'UI.ReferenceFacet', ID: 'Planets', Label: '{i18n>Planets}', Target: 'planets/@UI.PresentationVariant' },
      { $Type: 'UI.ReferenceFacet', ID: 'Starships', Label: '{i18n>Starships}', Target: 'starships/@UI.PresentationVariant' },
      { $Type: 'UI.ReferenceFacet', ID: 'Vehicles', Label: '{i18n>Vehicles}', Target: 'vehicles/@UI.PresentationVariant' },
      { $Type: 'UI.ReferenceFacet', ID: 'Species', Label: '{i18n>AllSpecies}', Target: 'species/@UI.PresentationVariant' },
      { $Type: 'UI.ReferenceFacet', ID: 'History', Label: '{i18n>History}', Target: '@UI.FieldGroup#History' },
    ],
    FieldGroup #General: { Data: [
      { Value: title }, { Value: episode_id }, { Value: director }, { Value: producer }, { Value: release_date },
    ] },
    FieldGroup #Crawl: { Data: [{ Value: opening_crawl }] },
    FieldGroup #History: { Data: [
      { Value: createdAt }, { Value: createdBy }, { Value: modifiedAt }, { Value: modifiedBy },
    ] },
  },
);

// The link tables: one field to choose by, and what is known of the choice, which is not edited here but read again.

annotate SagaFilm.Film2People with @(
  UI: {
    HeaderInfo: { TypeName: '{i18n>Character}', TypeNamePlural: '{i18n>Characters}', Title: { Value: people_ID } },
    PresentationVariant: { SortOrder: [{ Property: people.name }], Visualizations: [ '@UI.LineItem' ] },
    LineItem: [
      { $Type: 'UI.DataFieldWithUrl', Value: people_ID, Url: { $edmJson: { $If: [{ $Eq: [{ $Path: 'people_ID' }, { $Null: null }] }, '', {
          $Function: 'odata.fillUriTemplate',
          $Apply: [ '/people/#/People({ID})', { $Name: 'ID', $LabeledElement: { $Path: 'people_ID' } } ],
        }] } },
        @UI.Importance: #High, @HTML5.CssDefaults: { width: '28%' } },
      { Value: people.gender,         @Common.FieldControl: #ReadOnly, @HTML5.CssDefaults: { width: '17%' } },
      { Value: people.birth_year,     @Common.FieldControl: #ReadOnly, @HTML5.CssDefaults: { width: '15%' } },
      {
        Value: people.scoundrel,      @Common.FieldControl: #ReadOnly, @HTML5.CssDefaults: { width: '15%' },
        Criticality: (people.scoundrel = true ? 2 : 0), CriticalityRepresentation: #WithoutIcon,
      },
      { $Type: 'UI.DataFieldWithUrl', Value: people.homeworld.name, Label: '{i18n>Homeworld}', Url: { $edmJson: { $If: [{ $Eq: [{ $Path: 'people/homeworld_ID' }, { $Null: null }] }, '', {
          $Function: 'odata.fillUriTemplate',
          $Apply: [ '/people/#/Planet({ID})', { $Name: 'ID', $LabeledElement: { $Path: 'people/homeworld_ID' } } ],
        }] } },
        @Common.FieldControl: #ReadOnly, @HTML5.CssDefaults: { width: '26%' } },
    ],
  },
  Common.SideEffects #people: { SourceProperties: [ people_ID ], TargetEntities: [ people ] },
);

annotate SagaFilm.Film2Planets with @(
  UI: {
    HeaderInfo: { TypeName: '{i18n>Planet}', TypeNamePlural: '{i18n>Planets}', Title: { Value: planet_ID } },
    PresentationVariant: { SortOrder: [{ Property: planet.name }], Visualizations: [ '@UI.LineItem' ] },
    LineItem: [
      { $Type: 'UI.DataFieldWithUrl', Value: planet_ID, Url: { $edmJson: { $If: [{ $Eq: [{ $Path: 'planet_ID' }, { $Null: null }] }, '', {
          $Function: 'odata.fillUriTemplate',
          $Apply: [ '/people/#/Planet({ID})', { $Name: 'ID', $LabeledElement: { $Path: 'planet_ID' } } ],
        }] } },
        @UI.Importance: #High, @HTML5.CssDefaults: { width: '23%' } },
      { Value: planet.climate,    @Common.FieldControl: #ReadOnly, @HTML5.CssDefaults: { width: '23%' } },
      { Value: planet.terrain,    @Common.FieldControl: #ReadOnly, @HTML5.CssDefaults: { width: '32%' } },
      { Value: planet.population, @Common.FieldControl: #ReadOnly, @HTML5.CssDefaults: { width: '23%' } },
    ],
  },
  Common.SideEffects #planet: { SourceProperties: [ planet_ID ], TargetEntities: [ planet ] },
);

annotate SagaFilm.Film2Starships with @(
  UI: {
    HeaderInfo: { TypeName: '{i18n>Starship}', TypeNamePlural: '{i18n>Starships}', Title: { Value: starship_ID } },
    PresentationVariant: { SortOrder: [{ Property: starship.name }], Visualizations: [ '@UI.LineItem' ] },
    LineItem: [
      { Value: starship_ID, @UI.Importance: #High, @HTML5.CssDefaults: { width: '21%' } },
      { Value: starship.model,          @Common.FieldControl: #ReadOnly, @HTML5.CssDefaults: { width: '28%' } },
      { Value: starship.starship_class, @Common.FieldControl: #ReadOnly, @HTML5.CssDefaults: { width: '20%' } },
      { Value: starship.manufacturer,   @Common.FieldControl: #ReadOnly, @HTML5.CssDefaults: { width: '31%' } },
    ],
  },
  Common.SideEffects #starship: { SourceProperties: [ starship_ID ], TargetEntities: [ starship ] },
);

annotate SagaFilm.Film2Vehicles with @(
  UI: {
    HeaderInfo: { TypeName: '{i18n>Vehicle}', TypeNamePlural: '{i18n>Vehicles}', Title: { Value: vehicle_ID } },
    PresentationVariant: { SortOrder: [{ Property: vehicle.name }], Visualizations: [ '@UI.LineItem' ] },
    LineItem: [
      { Value: vehicle_ID, @UI.Importance: #High, @HTML5.CssDefaults: { width: '21%' } },
      { Value: vehicle.model,         @Common.FieldControl: #ReadOnly, @HTML5.CssDefaults: { width: '28%' } },
      { Value: vehicle.vehicle_class, @Common.FieldControl: #ReadOnly, @HTML5.CssDefaults: { width: '20%' } },
      { Value: vehicle.manufacturer,  @Common.FieldControl: #ReadOnly, @HTML5.CssDefaults: { width: '31%' } },
    ],
  },
  Common.SideEffects #vehicle: { SourceProperties: [ vehicle_ID ], TargetEntities: [ vehicle ] },
);

annotate SagaFilm.Film2Species with @(
  UI: {
    HeaderInfo: { TypeName: '{i18n>Species}', TypeNamePlural: '{i18n>AllSpecies}', Title: { Value: specie_ID } },
    PresentationVariant: { SortOrder: [{ Property: specie.name }], Visualizations: [ '@UI.LineItem' ] },
    LineItem: [
      { Value: specie_ID, @UI.Importance: #High, @HTML5.CssDefaults: { width: '27%' } },
      { Value: specie.classification,   @Common.FieldControl: #ReadOnly, @HTML5.CssDefaults: { width: '23%' } },
      { Value: specie.designation,      @Common.FieldControl: #ReadOnly, @HTML5.CssDefaults: { width: '23%' } },
      { Value: specie.language,         @Common.FieldControl: #ReadOnly, @HTML5.CssDefaults: { width: '27%' } },
    ],
  },
  Common.SideEffects #specie: { SourceProperties: [ specie_ID ], TargetEntities: [ specie ] },
);
