/** What everything is called, and by which text a record is shown: once for all pages. The texts are in `_i18n`. */
using { saga } from '../../db/show';
using { saga.directors, saga.producers } from '../../db/film';

annotate saga.Film with @title: '{i18n>Film}' {
  ID            @UI.Hidden;
  title         @title: '{i18n>Title}';
  // A story beside the numbered episodes has 0, which pages show as a word.
  episode_id    @title: '{i18n>Episode}'
    @Common: { Text: (episode_id = 0 ? '{i18n>OtherStory}' : episode_id), TextArrangement: #TextOnly };
  opening_crawl @title: '{i18n>OpeningCrawl}'  @UI.MultiLineText;
  director      @title: '{i18n>Director}';
  producer      @title: '{i18n>Producer}';
  release_date  @title: '{i18n>ReleaseDate}';
};

annotate directors with {
  director @title: '{i18n>Director}';
};

annotate producers with {
  producer @title: '{i18n>Producer}';
};

annotate saga.People with @title: '{i18n>Character}' {
  ID         @UI.Hidden  @Common: { Text: name, TextArrangement: #TextOnly };
  name       @title: '{i18n>Name}';
  height     @title: '{i18n>Height}'  @Measures.Unit: 'cm';
  mass       @title: '{i18n>Mass}'  @Measures.Unit: 'kg';
  hair_color @title: '{i18n>HairColor}';
  skin_color @title: '{i18n>SkinColor}';
  eye_color  @title: '{i18n>EyeColor}';
  birth_year @title: '{i18n>BirthYear}';
  // The data has words of its own, which pages show in the language of who looks.
  gender     @title: '{i18n>Gender}'
    @Common: {
      Text: (gender = 'male' ? '{i18n>GenderMale}' : gender = 'female' ? '{i18n>GenderFemale}'
           : gender = 'hermaphrodite' ? '{i18n>GenderHermaphrodite}' : gender),
      TextArrangement: #TextOnly
    };
  scoundrel  @title: '{i18n>Scoundrel}';
  homeworld  @title: '{i18n>Homeworld}'  @Common: { Text: homeworld.name, TextArrangement: #TextOnly };
};

annotate saga.Planet with @title: '{i18n>Planet}' {
  ID              @UI.Hidden  @Common: { Text: name, TextArrangement: #TextOnly };
  name            @title: '{i18n>Name}';
  diameter        @title: '{i18n>Diameter}'  @Measures.Unit: 'km';
  rotation_period @title: '{i18n>Rotation}'  @Measures.Unit: 'h';
  orbital_period  @title: '{i18n>OrbitalPeriod}'  @Measures.Unit: 'd';
  gravity         @title: '{i18n>Gravity}'  @Measures.Unit: 'g';
  population      @title: '{i18n>Population}'  @Measures.Unit: 'inhabitants';
  climate         @title: '{i18n>Climate}';
  terrain         @title: '{i18n>Terrain}';
  surface_water   @title: '{i18n>SurfaceWater}'  @Measures.Unit: 'percent';
};

annotate saga.Species with @title: '{i18n>Species}' {
  ID               @UI.Hidden  @Common: { Text: name, TextArrangement: #TextOnly };
  name             @title: '{i18n>Name}';
  classification   @title: '{i18n>Classification}'
    @Common: {
      Text: (classification = 'mammal' ? '{i18n>ClassificationMammal}'
           : classification = 'amphibian' ? '{i18n>ClassificationAmphibian}'
           : classification = 'artificial' ? '{i18n>ClassificationArtificial}'
           : classification = 'gastropod' ? '{i18n>ClassificationGastropod}'
           : classification = 'insectoid' ? '{i18n>ClassificationInsectoid}'
           : classification = 'reptile' ? '{i18n>ClassificationReptile}'
           : classification = 'reptilian' ? '{i18n>ClassificationReptilian}' : classification),
      TextArrangement: #TextOnly
    };
  designation      @title: '{i18n>Designation}'
    @Common: {
      Text: (designation = 'sentient' ? '{i18n>DesignationSentient}' : designation),
      TextArrangement: #TextOnly
    };
  average_height   @title: '{i18n>AverageHeight}'  @Measures.Unit: 'cm';
  average_lifespan @title: '{i18n>AverageLifespanYears}';
  hair_colors      @title: '{i18n>HairColors}';
  skin_colors      @title: '{i18n>SkinColors}';
  eye_colors       @title: '{i18n>EyeColors}';
  language         @title: '{i18n>Language}';
  homeworld        @title: '{i18n>Homeworld}'  @Common: { Text: homeworld.name, TextArrangement: #TextOnly };
};

annotate saga.Starship with @title: '{i18n>Starship}' {
  ID                     @UI.Hidden  @Common: { Text: name, TextArrangement: #TextOnly };
  name                   @title: '{i18n>Name}';
  model                  @title: '{i18n>Model}';
  manufacturer           @title: '{i18n>Manufacturer}';
  starship_class         @title: '{i18n>CraftClass}';
  cost_in_credits        @title: '{i18n>Cost}'  @Measures.Unit: 'credits';
  length                 @title: '{i18n>Length}'  @Measures.Unit: 'm';
  crew                   @title: '{i18n>Crew}';
  passengers             @title: '{i18n>Passengers}';
  max_atmosphering_speed @title: '{i18n>MaxSpeed}'  @Measures.Unit: 'km/h';
  hyperdrive_rating      @title: '{i18n>HyperdriveRating}';
  MGLT                   @title: '{i18n>Megalights}';
  cargo_capacity         @title: '{i18n>Cargo}'  @Measures.Unit: 'kg';
  consumables            @title: '{i18n>Consumables}';
};

annotate saga.Vehicle with @title: '{i18n>Vehicle}' {
  ID                     @UI.Hidden  @Common: { Text: name, TextArrangement: #TextOnly };
  name                   @title: '{i18n>Name}';
  model                  @title: '{i18n>Model}';
  manufacturer           @title: '{i18n>Manufacturer}';
  vehicle_class          @title: '{i18n>CraftClass}';
  cost_in_credits        @title: '{i18n>Cost}'  @Measures.Unit: 'credits';
  length                 @title: '{i18n>Length}'  @Measures.Unit: 'm';
  crew                   @title: '{i18n>Crew}';
  passengers             @title: '{i18n>Passengers}';
  max_atmosphering_speed @title: '{i18n>MaxSpeed}'  @Measures.Unit: 'km/h';
  cargo_capacity         @title: '{i18n>Cargo}'  @Measures.Unit: 'kg';
  consumables            @title: '{i18n>Consumables}';
};

annotate saga.Show with @title: '{i18n>Show}' {
  ID            @UI.Hidden;
  title         @title: '{i18n>Title}';
  release_year  @title: '{i18n>ReleaseYear}';
  total_seasons @title: '{i18n>Seasons}';
};

annotate saga.Episode with @title: '{i18n>Episode}' {
  ID             @UI.Hidden;
  show           @title: '{i18n>Show}'  @Common: { Text: show.title, TextArrangement: #TextOnly };
  title          @title: '{i18n>Title}';
  season_number  @title: '{i18n>Season}';
  episode_number @title: '{i18n>Episode}';
  director       @title: '{i18n>Director}';
  writer         @title: '{i18n>Writer}';
  air_date       @title: '{i18n>AirDate}';
  opening_crawl  @title: '{i18n>OpeningCrawl}'  @UI.MultiLineText;
};

// Links are shown by what they lead to.

annotate saga.Film2People with @title: '{i18n>Character}' {
  ID     @UI.Hidden;
  film   @title: '{i18n>Film}'       @Common: { Text: film.title, TextArrangement: #TextOnly };
  people @title: '{i18n>Character}'  @Common: { Text: people.name, TextArrangement: #TextOnly };
};

annotate saga.Film2Planets with @title: '{i18n>Planet}' {
  ID     @UI.Hidden;
  film   @title: '{i18n>Film}'    @Common: { Text: film.title, TextArrangement: #TextOnly };
  planet @title: '{i18n>Planet}'  @Common: { Text: planet.name, TextArrangement: #TextOnly };
};

annotate saga.Film2Starships with @title: '{i18n>Starship}' {
  ID       @UI.Hidden;
  film     @title: '{i18n>Film}'      @Common: { Text: film.title, TextArrangement: #TextOnly };
  starship @title: '{i18n>Starship}'  @Common: { Text: starship.name, TextArrangement: #TextOnly };
};

annotate saga.Film2Vehicles with @title: '{i18n>Vehicle}' {
  ID      @UI.Hidden;
  film    @title: '{i18n>Film}'     @Common: { Text: film.title, TextArrangement: #TextOnly };
  vehicle @title: '{i18n>Vehicle}'  @Common: { Text: vehicle.name, TextArrangement: #TextOnly };
};

annotate saga.Film2Species with @title: '{i18n>Species}' {
  ID     @UI.Hidden;
  film   @title: '{i18n>Film}'     @Common: { Text: film.title, TextArrangement: #TextOnly };
  specie @title: '{i18n>Species}'  @Common: { Text: specie.name, TextArrangement: #TextOnly };
};

annotate saga.Species2People with @title: '{i18n>Species}' {
  ID      @UI.Hidden;
  species @title: '{i18n>Species}'    @Common: { Text: species.name, TextArrangement: #TextOnly };
  people  @title: '{i18n>Character}'  @Common: { Text: people.name, TextArrangement: #TextOnly };
};

annotate saga.Starship2Pilot with @title: '{i18n>Starship}' {
  ID       @UI.Hidden;
  starship @title: '{i18n>Starship}'  @Common: { Text: starship.name, TextArrangement: #TextOnly };
  pilot    @title: '{i18n>Pilot}'     @Common: { Text: pilot.name, TextArrangement: #TextOnly };
};

annotate saga.Vehicle2Pilot with @title: '{i18n>Vehicle}' {
  ID      @UI.Hidden;
  vehicle @title: '{i18n>Vehicle}'  @Common: { Text: vehicle.name, TextArrangement: #TextOnly };
  pilot   @title: '{i18n>Pilot}'    @Common: { Text: pilot.name, TextArrangement: #TextOnly };
};

annotate saga.Episode2People with @title: '{i18n>Character}' {
  ID     @UI.Hidden;
  people @title: '{i18n>Character}'  @Common: { Text: people.name, TextArrangement: #TextOnly };
};

annotate saga.Episode2Planets with @title: '{i18n>Planet}' {
  ID     @UI.Hidden;
  planet @title: '{i18n>Planet}'  @Common: { Text: planet.name, TextArrangement: #TextOnly };
};

annotate saga.Episode2Starships with @title: '{i18n>Starship}' {
  ID       @UI.Hidden;
  starship @title: '{i18n>Starship}'  @Common: { Text: starship.name, TextArrangement: #TextOnly };
};

annotate saga.Episode2Vehicles with @title: '{i18n>Vehicle}' {
  ID      @UI.Hidden;
  vehicle @title: '{i18n>Vehicle}'  @Common: { Text: vehicle.name, TextArrangement: #TextOnly };
};

annotate saga.Episode2Species with @title: '{i18n>Species}' {
  ID     @UI.Hidden;
  specie @title: '{i18n>Species}'  @Common: { Text: specie.name, TextArrangement: #TextOnly };
};
