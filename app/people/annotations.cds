/** The pages of people and planets: two views of one list, and a page for each of both. For looking, not for editing. */
using { SagaFilm } from '../../srv/film-service';

annotate SagaFilm.People with @(
  UI: {
    CreateHidden: true, UpdateHidden: true, DeleteHidden: true,
    HeaderInfo: {
      TypeName: '{i18n>Character}', TypeNamePlural: '{i18n>Characters}',
      Title: { Value: name }, Description: { Value: homeworld.name },
      TypeImageUrl: 'sap-icon://person-placeholder',
      ImageUrl: { $edmJson: { $Function: 'odata.concat', $Apply: [
        '/portraits/person.svg?name=', { $Function: 'odata.uriEncode', $Apply: [{ $Path: 'name' }] },
        '&skin=', { $Function: 'odata.uriEncode', $Apply: [{ $Path: 'skin_color' }] },
        '&hair=', { $Function: 'odata.uriEncode', $Apply: [{ $Path: 'hair_color' }] },
        '&eyes=', { $Function: 'odata.uriEncode', $Apply: [{ $Path: 'eye_color' }] },
      ] } },
    },
    SelectionFields: [ gender, homeworld_ID, scoundrel ],
    SelectionPresentationVariant #all: {
      Text: '{i18n>Characters}',
      SelectionVariant: { SelectOptions: [] },
      PresentationVariant: { SortOrder: [{ Property: name }], Visualizations: [ '@UI.LineItem' ] },
    },
    LineItem: [
      { Value: name, @UI.Importance: #High, @HTML5.CssDefaults: { width: '21%' } },
      { $Type: 'UI.DataFieldWithUrl', Value: homeworld_ID, Url: { $edmJson: { $If: [{ $Eq: [{ $Path: 'homeworld_ID' }, { $Null: null }] }, '', {
          $Function: 'odata.fillUriTemplate',
          $Apply: [ '/people/#/Planet({ID})', { $Name: 'ID', $LabeledElement: { $Path: 'homeworld_ID' } } ],
        }] } },
        @UI.Importance: #High, @HTML5.CssDefaults: { width: '19%' } },
      { Value: gender, @HTML5.CssDefaults: { width: '14%' } },
      { Value: birth_year, @HTML5.CssDefaults: { width: '11%' } },
      { Value: height, @HTML5.CssDefaults: { width: '11%' } },
      { Value: mass, @HTML5.CssDefaults: { width: '11%' } },
      {
        Value: scoundrel, @HTML5.CssDefaults: { width: '11%' },
        Criticality: (scoundrel = true ? 2 : 0), CriticalityRepresentation: #WithoutIcon,
      },
    ],
    PresentationVariant #residents: { SortOrder: [{ Property: name }], Visualizations: [ '@UI.LineItem#residents' ] },
    LineItem #residents: [
      { Value: name, @UI.Importance: #High, @HTML5.CssDefaults: { width: '45%' } },
      { Value: gender, @HTML5.CssDefaults: { width: '30%' } },
      { Value: birth_year, @HTML5.CssDefaults: { width: '24%' } },
    ],
    DataPoint #BirthYear: { Value: birth_year, Title: '{i18n>BirthYear}' },
    DataPoint #Scoundrel: { Value: scoundrel, Title: '{i18n>Scoundrel}', Criticality: (scoundrel = true ? 2 : 0) },
    HeaderFacets: [
      { $Type: 'UI.ReferenceFacet', ID: 'BirthYearPoint', Target: '@UI.DataPoint#BirthYear' },
      { $Type: 'UI.ReferenceFacet', ID: 'ScoundrelPoint', Target: '@UI.DataPoint#Scoundrel' },
    ],
    Facets: [
      {
        $Type: 'UI.CollectionFacet', ID: 'About', Label: '{i18n>About}',
        Facets: [
          { $Type: 'UI.ReferenceFacet', ID: 'General', Label: '{i18n>General}', Target: '@UI.FieldGroup#General' },
          { $Type: 'UI.ReferenceFacet', ID: 'Looks', Label: '{i18n>Looks}', Target: '@UI.FieldGroup#Looks' },
        ],
      },
      { $Type: 'UI.ReferenceFacet', ID: 'Films', Label: '{i18n>Films}', Target: 'films/@UI.PresentationVariant#films' },
      { $Type: 'UI.ReferenceFacet', ID: 'Species', Label: '{i18n>AllSpecies}', Target: 'species/@UI.PresentationVariant#species' },
      { $Type: 'UI.ReferenceFacet', ID: 'Starships', Label: '{i18n>Starships}', Target: 'starships/@UI.PresentationVariant#starships' },
      { $Type: 'UI.ReferenceFacet', ID: 'Vehicles', Label: '{i18n>Vehicles}', Target: 'vehicles/@UI.PresentationVariant#vehicles' },
    ],
    FieldGroup #General: { Data: [
      { Value: name }, { $Type: 'UI.DataFieldWithUrl', Value: homeworld_ID, Url: { $edmJson: { $If: [{ $Eq: [{ $Path: 'homeworld_ID' }, { $Null: null }] }, '', {
          $Function: 'odata.fillUriTemplate',
          $Apply: [ '/people/#/Planet({ID})', { $Name: 'ID', $LabeledElement: { $Path: 'homeworld_ID' } } ],
        }] } } },
      { Value: gender }, { Value: birth_year },
    ] },
    FieldGroup #Looks: { Data: [
      { Value: height }, { Value: mass }, { Value: hair_color }, { Value: skin_color }, { Value: eye_color },
    ] },
  },
);

annotate SagaFilm.Planet with @(
  UI: {
    CreateHidden: true, UpdateHidden: true, DeleteHidden: true,
    HeaderInfo: {
      TypeName: '{i18n>Planet}', TypeNamePlural: '{i18n>Planets}',
      Title: { Value: name }, Description: { Value: terrain },
      TypeImageUrl: 'sap-icon://globe',
      ImageUrl: { $edmJson: { $Function: 'odata.concat', $Apply: [
        '/portraits/planet.svg?name=', { $Function: 'odata.uriEncode', $Apply: [{ $Path: 'name' }] },
        '&terrain=', { $Function: 'odata.uriEncode', $Apply: [{ $Path: 'terrain' }] },
        '&climate=', { $Function: 'odata.uriEncode', $Apply: [{ $Path: 'climate' }] },
        '&diameter=', { $Function: 'odata.uriEncode', $Apply: [{ $Path: 'diameter' }] },
      ] } },
    },
    DataPoint #Climate: { Value: climate, Title: '{i18n>Climate}' },
    DataPoint #Population: { Value: population, Title: '{i18n>Population}' },
    HeaderFacets: [
      { $Type: 'UI.ReferenceFacet', ID: 'ClimatePoint', Target: '@UI.DataPoint#Climate' },
      { $Type: 'UI.ReferenceFacet', ID: 'PopulationPoint', Target: '@UI.DataPoint#Population' },
    ],
    SelectionFields: [ climate, terrain ],
    SelectionPresentationVariant #all: {
      Text: '{i18n>Planets}',
      SelectionVariant: { SelectOptions: [] },
      PresentationVariant: { SortOrder: [{ Property: name }], Visualizations: [ '@UI.LineItem' ] },
    },
    LineItem: [
      { Value: name, @UI.Importance: #High, @HTML5.CssDefaults: { width: '18%' } },
      { Value: climate, @UI.Importance: #High, @HTML5.CssDefaults: { width: '19%' } },
      { Value: terrain, @HTML5.CssDefaults: { width: '24%' } },
      { Value: population, @HTML5.CssDefaults: { width: '14%' } },
      { Value: diameter, @HTML5.CssDefaults: { width: '11%' } },
      { Value: surface_water, @HTML5.CssDefaults: { width: '13%' } },
    ],
    Facets: [
      {
        $Type: 'UI.CollectionFacet', ID: 'About', Label: '{i18n>About}',
        Facets: [
          { $Type: 'UI.ReferenceFacet', ID: 'Land', Label: '{i18n>Land}', Target: '@UI.FieldGroup#Land' },
          { $Type: 'UI.ReferenceFacet', ID: 'Orbit', Label: '{i18n>Orbit}', Target: '@UI.FieldGroup#Orbit' },
        ],
      },
      { $Type: 'UI.ReferenceFacet', ID: 'Residents', Label: '{i18n>Residents}', Target: 'residents/@UI.PresentationVariant#residents' },
      { $Type: 'UI.ReferenceFacet', ID: 'Films', Label: '{i18n>Films}', Target: 'films/@UI.PresentationVariant#films' },
    ],
    FieldGroup #Land: { Data: [
      { Value: climate }, { Value: terrain }, { Value: surface_water }, { Value: population },
    ] },
    FieldGroup #Orbit: { Data: [
      { Value: diameter }, { Value: gravity }, { Value: rotation_period }, { Value: orbital_period },
    ] },
  },
);

// What links show on these pages: not the record that is open, but the one at their other end.

annotate SagaFilm.Film2People with @UI: {
  PresentationVariant #films: { SortOrder: [{ Property: film.release_date }], Visualizations: [ '@UI.LineItem#films' ] },
  LineItem #films: [
    { $Type: 'UI.DataFieldWithUrl', Value: film_ID, Url: { $edmJson: { $If: [{ $Eq: [{ $Path: 'film_ID' }, { $Null: null }] }, '', {
          $Function: 'odata.fillUriTemplate',
          $Apply: [ '/films/#/Film(ID={ID},IsActiveEntity=true)', { $Name: 'ID', $LabeledElement: { $Path: 'film_ID' } } ],
        }] } },
      @UI.Importance: #High, @HTML5.CssDefaults: { width: '53%' } },
    { Value: film.episode_id, @HTML5.CssDefaults: { width: '18%' } },
    { Value: film.release_date, @HTML5.CssDefaults: { width: '29%' } },
  ],
};

annotate SagaFilm.Film2Planets with @UI: {
  PresentationVariant #films: { SortOrder: [{ Property: film.release_date }], Visualizations: [ '@UI.LineItem#films' ] },
  LineItem #films: [
    { $Type: 'UI.DataFieldWithUrl', Value: film_ID, Url: { $edmJson: { $If: [{ $Eq: [{ $Path: 'film_ID' }, { $Null: null }] }, '', {
          $Function: 'odata.fillUriTemplate',
          $Apply: [ '/films/#/Film(ID={ID},IsActiveEntity=true)', { $Name: 'ID', $LabeledElement: { $Path: 'film_ID' } } ],
        }] } },
      @UI.Importance: #High, @HTML5.CssDefaults: { width: '53%' } },
    { Value: film.episode_id, @HTML5.CssDefaults: { width: '18%' } },
    { Value: film.release_date, @HTML5.CssDefaults: { width: '29%' } },
  ],
};

annotate SagaFilm.Species2People with @UI: {
  PresentationVariant #species: { SortOrder: [{ Property: species.name }], Visualizations: [ '@UI.LineItem#species' ] },
  LineItem #species: [
    { Value: species_ID, @UI.Importance: #High, @HTML5.CssDefaults: { width: '35%' } },
    { Value: species.classification, @HTML5.CssDefaults: { width: '30%' } },
    { Value: species.language, @HTML5.CssDefaults: { width: '35%' } },
  ],
};

annotate SagaFilm.Starship2Pilot with @UI: {
  PresentationVariant #starships: { SortOrder: [{ Property: starship.name }], Visualizations: [ '@UI.LineItem#starships' ] },
  LineItem #starships: [
    { Value: starship_ID, @UI.Importance: #High, @HTML5.CssDefaults: { width: '26%' } },
    { Value: starship.model, @HTML5.CssDefaults: { width: '35%' } },
    { Value: starship.manufacturer, @HTML5.CssDefaults: { width: '39%' } },
  ],
};

annotate SagaFilm.Vehicle2Pilot with @UI: {
  PresentationVariant #vehicles: { SortOrder: [{ Property: vehicle.name }], Visualizations: [ '@UI.LineItem#vehicles' ] },
  LineItem #vehicles: [
    { Value: vehicle_ID, @UI.Importance: #High, @HTML5.CssDefaults: { width: '26%' } },
    { Value: vehicle.model, @HTML5.CssDefaults: { width: '35%' } },
    { Value: vehicle.manufacturer, @HTML5.CssDefaults: { width: '39%' } },
  ],
};
