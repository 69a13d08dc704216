/** The pages of the shows: a list, a page for each show with its episodes, and one for each episode. The service is read-only. */
using { SagaEpisode } from '../../srv/episode-service';

annotate SagaEpisode.Shows with @(
  UI: {
    HeaderInfo: {
      TypeName: '{i18n>Show}', TypeNamePlural: '{i18n>Shows}',
      Title: { Value: title },
      TypeImageUrl: 'sap-icon://theater',
      ImageUrl: { $edmJson: { $Function: 'odata.concat', $Apply: [
        '/portraits/poster.svg?id=', { $Function: 'odata.uriEncode', $Apply: [{ $Path: 'ID' }] },
        '&title=', { $Function: 'odata.uriEncode', $Apply: [{ $Path: 'title' }] },
      ] } },
    },
    SelectionFields: [ title, release_year ],
    PresentationVariant: {
      SortOrder: [{ Property: release_year }],
      Visualizations: [ '@UI.LineItem' ],
    },
    LineItem: [
      { Value: title, @UI.Importance: #High, @HTML5.CssDefaults: { width: '50%' } },
      { Value: release_year, @UI.Importance: #High, @HTML5.CssDefaults: { width: '28%' } },
      { Value: total_seasons, @HTML5.CssDefaults: { width: '22%' } },
    ],
    DataPoint #Year: { Value: release_year, Title: '{i18n>ReleaseYear}' },
    DataPoint #Seasons: { Value: total_seasons, Title: '{i18n>Seasons}' },
    HeaderFacets: [
      { $Type: 'UI.ReferenceFacet', ID: 'YearPoint', Target: '@UI.DataPoint#Year' },
      { $Type: 'UI.ReferenceFacet', ID: 'SeasonsPoint', Target: '@UI.DataPoint#Seasons' },
    ],
    Facets: [
      { $Type: 'UI.ReferenceFacet', ID: 'Episodes', Label: '{i18n>Episodes}', Target: 'episodes/@UI.PresentationVariant' },
    ],
  },
);

annotate SagaEpisode.Episodes with @(
  UI: {
    HeaderInfo: {
      TypeName: '{i18n>Episode}', TypeNamePlural: '{i18n>Episodes}',
      Title: { Value: title }, Description: { Value: show_ID },
      TypeImageUrl: 'sap-icon://video',
      ImageUrl: { $edmJson: { $Function: 'odata.concat', $Apply: [
        '/portraits/poster.svg?id=', { $Function: 'odata.uriEncode', $Apply: [{ $Path: 'ID' }] },
        '&title=', { $Function: 'odata.uriEncode', $Apply: [{ $Path: 'title' }] },
        '&number=', { $Function: 'odata.uriEncode', $Apply: [{ $Path: 'episode_number' }] },
      ] } },
    },
    PresentationVariant: {
      SortOrder: [{ Property: season_number }, { Property: episode_number }],
      Visualizations: [ '@UI.LineItem' ],
    },
    LineItem: [
      { Value: season_number, @HTML5.CssDefaults: { width: '12%' } },
      { Value: episode_number, @HTML5.CssDefaults: { width: '12%' } },
      { Value: title, @UI.Importance: #High, @HTML5.CssDefaults: { width: '32%' } },
      { Value: air_date, @HTML5.CssDefaults: { width: '20%' } },
      { Value: director, @HTML5.CssDefaults: { width: '24%' } },
    ],
    DataPoint #Season: { Value: season_number, Title: '{i18n>Season}' },
    DataPoint #Number: { Value: episode_number, Title: '{i18n>Episode}' },
    DataPoint #Aired: { Value: air_date, Title: '{i18n>AirDate}' },
    HeaderFacets: [
      { $Type: 'UI.ReferenceFacet', ID: 'SeasonPoint', Target: '@UI.DataPoint#Season' },
      { $Type: 'UI.ReferenceFacet', ID: 'NumberPoint', Target: '@UI.DataPoint#Number' },
      { $Type: 'UI.ReferenceFacet', ID: 'AiredPoint', Target: '@UI.DataPoint#Aired' },
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
    ],
    FieldGroup #General: { Data: [
      { Value: show_ID }, { Value: season_number }, { Value: episode_number },
      { Value: director }, { Value: writer }, { Value: air_date },
    ] },
    FieldGroup #Crawl: { Data: [{ Value: opening_crawl }] },
  },
);

annotate SagaEpisode.Episode2People with @UI: {
  PresentationVariant: { SortOrder: [{ Property: people.name }], Visualizations: [ '@UI.LineItem' ] },
  LineItem: [
    { $Type: 'UI.DataFieldWithUrl', Value: people_ID, Url: { $edmJson: { $If: [{ $Eq: [{ $Path: 'people_ID' }, { $Null: null }] }, '', {
          $Function: 'odata.fillUriTemplate',
          $Apply: [ '/people/#/People({ID})', { $Name: 'ID', $LabeledElement: { $Path: 'people_ID' } } ],
        }] } },
      @UI.Importance: #High, @HTML5.CssDefaults: { width: '33%' } },
    { Value: people.gender, @HTML5.CssDefaults: { width: '20%' } },
    { Value: people.birth_year, @HTML5.CssDefaults: { width: '17%' } },
    { $Type: 'UI.DataFieldWithUrl', Value: people.homeworld.name, Label: '{i18n>Homeworld}', Url: { $edmJson: { $If: [{ $Eq: [{ $Path: 'people/homeworld_ID' }, { $Null: null }] }, '', {
          $Function: 'odata.fillUriTemplate',
          $Apply: [ '/people/#/Planet({ID})', { $Name: 'ID', $LabeledElement: { $Path: 'people/homeworld_ID' } } ],
        }] } },
      @HTML5.CssDefaults: { width: '30%' } },
  ],
};

annotate SagaEpisode.Episode2Planets with @UI: {
  PresentationVariant: { SortOrder: [{ Property: planet.name }], Visualizations: [ '@UI.LineItem' ] },
  LineItem: [
    { $Type: 'UI.DataFieldWithUrl', Value: planet_ID, Url: { $edmJson: { $If: [{ $Eq: [{ $Path: 'planet_ID' }, { $Null: null }] }, '', {
          $Function: 'odata.fillUriTemplate',
          $Apply: [ '/people/#/Planet({ID})', { $Name: 'ID', $LabeledElement: { $Path: 'planet_ID' } } ],
        }] } },
      @UI.Importance: #High, @HTML5.CssDefaults: { width: '29%' } },
    { Value: planet.climate, @HTML5.CssDefaults: { width: '29%' } },
    { Value: planet.terrain, @HTML5.CssDefaults: { width: '42%' } },
  ],
};

annotate SagaEpisode.Episode2Starships with @UI: {
  PresentationVariant: { SortOrder: [{ Property: starship.name }], Visualizations: [ '@UI.LineItem' ] },
  LineItem: [
    { Value: starship_ID, @UI.Importance: #High, @HTML5.CssDefaults: { width: '26%' } },
    { Value: starship.model, @HTML5.CssDefaults: { width: '35%' } },
    { Value: starship.manufacturer, @HTML5.CssDefaults: { width: '39%' } },
  ],
};

annotate SagaEpisode.Episode2Vehicles with @UI: {
  PresentationVariant: { SortOrder: [{ Property: vehicle.name }], Visualizations: [ '@UI.LineItem' ] },
  LineItem: [
    { Value: vehicle_ID, @UI.Importance: #High, @HTML5.CssDefaults: { width: '26%' } },
    { Value: vehicle.model, @HTML5.CssDefaults: { width: '35%' } },
    { Value: vehicle.manufacturer, @HTML5.CssDefaults: { width: '39%' } },
  ],
};

annotate SagaEpisode.Episode2Species with @UI: {
  PresentationVariant: { SortOrder: [{ Property: specie.name }], Visualizations: [ '@UI.LineItem' ] },
  LineItem: [
    { Value: specie_ID, @UI.Importance: #High, @HTML5.CssDefaults: { width: '35%' } },
    { Value: specie.classification, @HTML5.CssDefaults: { width: '30%' } },
    { Value: specie.language, @HTML5.CssDefaults: { width: '35%' } },
  ],
};
