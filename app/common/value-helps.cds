/** Where a field's values come from: once for all pages. */
using { SagaFilm } from '../../srv/film-service';

annotate SagaFilm.Film with {
  // Nothing is checked against these: names that nobody has had before are welcome.
  director @Common: {
    ValueList: {
      Label: '{i18n>Directors}',
      CollectionPath: 'directors',
      Parameters: [
        { $Type: 'Common.ValueListParameterInOut', LocalDataProperty: director, ValueListProperty: 'director' },
      ],
    },
  };
  producer @Common: {
    ValueList: {
      Label: '{i18n>Producers}',
      CollectionPath: 'producers',
      Parameters: [
        { $Type: 'Common.ValueListParameterInOut', LocalDataProperty: producer, ValueListProperty: 'producer' },
      ],
    },
  };
};

annotate SagaFilm.People with {
  homeworld @Common.ValueList: {
    Label: '{i18n>Planets}',
    CollectionPath: 'Planet',
    Parameters: [
      { $Type: 'Common.ValueListParameterInOut', LocalDataProperty: homeworld_ID, ValueListProperty: 'ID' },
      { $Type: 'Common.ValueListParameterDisplayOnly', ValueListProperty: 'name' },
      { $Type: 'Common.ValueListParameterDisplayOnly', ValueListProperty: 'climate' },
    ],
  };
};

// What has a text that is computed is no column of a value help: UI5 opens none that has one.
annotate SagaFilm.Film2People with {
  people @Common.ValueList: {
    Label: '{i18n>Characters}',
    CollectionPath: 'People',
    Parameters: [
      { $Type: 'Common.ValueListParameterInOut', LocalDataProperty: people_ID, ValueListProperty: 'ID' },
      { $Type: 'Common.ValueListParameterDisplayOnly', ValueListProperty: 'name' },
      { $Type: 'Common.ValueListParameterDisplayOnly', ValueListProperty: 'birth_year' },
    ],
  };
};

annotate SagaFilm.Film2Planets with {
  planet @Common.ValueList: {
    Label: '{i18n>Planets}',
    CollectionPath: 'Planet',
    Parameters: [
      { $Type: 'Common.ValueListParameterInOut', LocalDataProperty: planet_ID, ValueListProperty: 'ID' },
      { $Type: 'Common.ValueListParameterDisplayOnly', ValueListProperty: 'name' },
      { $Type: 'Common.ValueListParameterDisplayOnly', ValueListProperty: 'climate' },
      { $Type: 'Common.ValueListParameterDisplayOnly', ValueListProperty: 'terrain' },
    ],
  };
};

annotate SagaFilm.Film2Starships with {
  starship @Common.ValueList: {
    Label: '{i18n>Starships}',
    CollectionPath: 'Starship',
    Parameters: [
      { $Type: 'Common.ValueListParameterInOut', LocalDataProperty: starship_ID, ValueListProperty: 'ID' },
      { $Type: 'Common.ValueListParameterDisplayOnly', ValueListProperty: 'name' },
      { $Type: 'Common.ValueListParameterDisplayOnly', ValueListProperty: 'model' },
      { $Type: 'Common.ValueListParameterDisplayOnly', ValueListProperty: 'starship_class' },
    ],
  };
};

annotate SagaFilm.Film2Vehicles with {
  vehicle @Common.ValueList: {
    Label: '{i18n>Vehicles}',
    CollectionPath: 'Vehicle',
    Parameters: [
      { $Type: 'Common.ValueListParameterInOut', LocalDataProperty: vehicle_ID, ValueListProperty: 'ID' },
      { $Type: 'Common.ValueListParameterDisplayOnly', ValueListProperty: 'name' },
      { $Type: 'Common.ValueListParameterDisplayOnly', ValueListProperty: 'model' },
      { $Type: 'Common.ValueListParameterDisplayOnly', ValueListProperty: 'vehicle_class' },
    ],
  };
};

annotate SagaFilm.Film2Species with {
  specie @Common.ValueList: {
    Label: '{i18n>AllSpecies}',
    CollectionPath: 'Species',
    Parameters: [
      { $Type: 'Common.ValueListParameterInOut', LocalDataProperty: specie_ID, ValueListProperty: 'ID' },
      { $Type: 'Common.ValueListParameterDisplayOnly', ValueListProperty: 'name' },
      { $Type: 'Common.ValueListParameterDisplayOnly', ValueListProperty: 'language' },
    ],
  };
};
