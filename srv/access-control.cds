/**
 * Who may read and write. The roles are those of `identity/roles.ts`; whether callers without a login are `reader` and
 * `editor` is a setting of the profile (`cds.requires.auth.anonymous`): they are in development, and nothing in production.
 */
using { SagaFilm } from './film-service';
using { SagaEpisode } from './episode-service';
using { DataService } from './data-service';

// Services: CAP reads `to` alone here. `@requires` would not do, it turns anonymous callers away whatever their roles are.
annotate SagaFilm    with @restrict: [{ to: [ 'authenticated-user', 'reader' ] }];
annotate SagaEpisode with @restrict: [{ to: [ 'authenticated-user', 'reader' ] }];
annotate DataService with @restrict: [{ to: [ 'authenticated-user', 'reader' ] }];

// Every entity that is not @readonly.
annotate SagaFilm.Film                with @restrict: [{ grant: 'READ' }, { grant: 'WRITE', to: 'editor' }];
annotate SagaFilm.Film2People         with @restrict: [{ grant: 'READ' }, { grant: 'WRITE', to: 'editor' }];
annotate SagaFilm.Film2Planets        with @restrict: [{ grant: 'READ' }, { grant: 'WRITE', to: 'editor' }];
annotate SagaFilm.Film2Starships      with @restrict: [{ grant: 'READ' }, { grant: 'WRITE', to: 'editor' }];
annotate SagaFilm.Film2Vehicles       with @restrict: [{ grant: 'READ' }, { grant: 'WRITE', to: 'editor' }];
annotate SagaFilm.Film2Species        with @restrict: [{ grant: 'READ' }, { grant: 'WRITE', to: 'editor' }];
annotate SagaFilm.People              with @restrict: [{ grant: 'READ' }, { grant: 'WRITE', to: 'editor' }];
annotate SagaFilm.Planet              with @restrict: [{ grant: 'READ' }, { grant: 'WRITE', to: 'editor' }];
annotate DataService.Data             with @restrict: [{ grant: 'READ' }, { grant: 'WRITE', to: 'editor' }];
annotate DataService.Entities         with @restrict: [{ grant: 'READ' }, { grant: 'WRITE', to: 'editor' }];
annotate DataService.Entities_columns with @restrict: [{ grant: 'READ' }, { grant: 'WRITE', to: 'editor' }];
